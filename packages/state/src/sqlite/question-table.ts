import { StoreError } from '@hermes/core'
import type { NewQuestion, QuestionTable } from '@hermes/core/questions'
import type { Connection } from '../connection/connection.js'
import { createStatements } from '../connection/statements.js'
import { codeOf } from '../connection/translate-error.js'
import { fromQuestionRow, questionColumns, toQuestionRow } from '../rows/question-row.js'
import type { QuestionRow } from '../rows/schema.js'
import { encodeText } from '../rows/text.js'
import { toSeconds } from '../rows/to-row.js'
import {
  holdQuestions,
  settleQuestion,
  takeAnswer,
  toFindQuestions,
  toSettlementValues,
} from './question-statements.js'
import { refusedQuestion, unknownQuestion } from './refusals.js'

const insertQuestion = `
  insert into questions (${questionColumns.join(', ')})
  values (${questionColumns.map((name) => `@${name}`).join(', ')})
  returning *`

export function createQuestionTable({ database, read, write }: Connection): QuestionTable {
  const insert = database.prepare<unknown[], QuestionRow>(insertQuestion)
  const select = database.prepare<[string], QuestionRow>('select * from questions where id = ?')
  const settle = database.prepare<unknown[], QuestionRow>(settleQuestion)
  const take = database.prepare(takeAnswer)
  const hold = database.prepare(holdQuestions)
  const prepareFind = createStatements<QuestionRow>(database)
  const mustExist = (id: string) => {
    if (!select.get(id)) throw unknownQuestion(id)
  }

  return {
    async create(question) {
      const row = toQuestionRow(question)
      const stored = await write(() => orConstraint(question, () => insert.get(row)))
      if (!stored) throw new StoreError('corrupt', `Question ${question.id} was stored but cannot be read.`)
      return fromQuestionRow(stored)
    },
    async get(id) {
      const row = await read(() => select.get(id))
      return row && fromQuestionRow(row)
    },
    async find(query = {}) {
      const { text, values } = toFindQuestions(query)
      const rows = await read(() => prepareFind(text).all(...values))
      return Object.freeze(rows.map(fromQuestionRow))
    },
    async settle(id, settlement) {
      const values = toSettlementValues(id, settlement)
      const row = await write(() => {
        const settled = settle.get(values)
        if (!settled) mustExist(id)
        return settled
      })
      return row && fromQuestionRow(row)
    },
    async take(id, atMs) {
      return write(() => {
        const isTaken = take.run(toSeconds(atMs), id).changes > 0
        if (!isTaken) mustExist(id)
        return isTaken
      })
    },
    async hold(askedBy, untilMs) {
      await write(() => hold.run(toSeconds(untilMs), encodeText(askedBy)))
    },
  }
}

/** Translates constraint violations into errors about the question. */
function orConstraint<T>(question: NewQuestion, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (codeOf(cause) === 'SQLITE_CONSTRAINT_PRIMARYKEY') throw refusedQuestion(question, 'id', cause)
    if (codeOf(cause) === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw refusedQuestion(question, 'session', cause)
    throw cause
  }
}
