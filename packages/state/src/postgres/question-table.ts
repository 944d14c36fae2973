import type { NewQuestion, Question, QuestionTable } from '@hermes/core/questions'
import { fromQuestionRow, toQuestionRow } from '../rows/question-row.js'
import type { QuestionRow } from '../rows/schema.js'
import { encodeText } from '../rows/text.js'
import { toSeconds } from '../rows/to-row.js'
import {
  holdQuestions,
  settleQuestion,
  takeAnswer,
  toFindQuestions,
  toSettlementValues,
} from '../sqlite/question-statements.js'
import { refusedQuestion, unknownQuestion } from '../sqlite/refusals.js'
import type { PostgresConnection } from './connection.js'
import type { Query } from './run-on-client.js'
import { insertOf, named, positional } from './sql.js'
import { violationOf } from './translate-error.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

export function createQuestionTable({ read, write }: PostgresConnection): QuestionTable {
  const created = createUnconfirmedCommits<Question>()
  const settled = createUnconfirmedCommits<Question | undefined>()
  const taken = createUnconfirmedCommits<boolean>()
  const lane = (id: string) => `question ${id}`

  return {
    async create(question) {
      const row = toQuestionRow(question)
      return write({ lane: lane(question.id), once: { request: row, unconfirmed: created } }, (query) =>
        orConstraint(question, async () => {
          const { rows } = await query<QuestionRow>(insertOf('questions', row))
          return existing(question.id, rows[0])
        }),
      )
    },
    async get(id) {
      const [row] = await read<QuestionRow>(selectQuestion(id))
      return row && fromQuestionRow(row)
    },
    async find(query = {}) {
      const { text, values } = toFindQuestions(query)
      const rows = await read<QuestionRow>(positional(text, values))
      return Object.freeze(rows.map(fromQuestionRow))
    },
    async settle(id, settlement) {
      const values = toSettlementValues(id, settlement)
      return write({ lane: lane(id), once: { request: values, unconfirmed: settled } }, async (query) => {
        const { rows } = await query<QuestionRow>(named(settleQuestion, values, { state: 'text', at: 'float8' }))
        if (!rows[0]) await mustExist(query, id)
        return rows[0] && fromQuestionRow(rows[0])
      })
    },
    async take(id, atMs) {
      return write({ lane: lane(id), once: { request: atMs, unconfirmed: taken } }, async (query) => {
        const { count } = await query(positional(takeAnswer, [toSeconds(atMs), id]))
        if (count === 0) await mustExist(query, id)
        return count > 0
      })
    },
    async hold(askedBy, untilMs) {
      await write({ lane: `desk ${askedBy}` }, (query) =>
        query(positional(holdQuestions, [toSeconds(untilMs), encodeText(askedBy)])),
      )
    },
  }
}

function selectQuestion(id: string) {
  return positional('select * from questions where id = ?', [id])
}

async function mustExist(query: Query, id: string): Promise<void> {
  const { count } = await query(selectQuestion(id))
  if (count === 0) throw unknownQuestion(id)
}

function existing(id: string, row: QuestionRow | undefined): Question {
  if (!row) throw unknownQuestion(id)
  return fromQuestionRow(row)
}

/** Translates constraint violations into errors about the question. */
async function orConstraint<T>(question: NewQuestion, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const violation = violationOf(cause)
    if (violation) throw refusedQuestion(question, violation.kind === 'unique' ? 'id' : 'session', cause)
    throw cause
  }
}
