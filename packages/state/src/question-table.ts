import { type NewQuestion, type QuestionQuery, type QuestionTable, StoreError } from '@hermes/core'
import type { Statement } from 'better-sqlite3'
import type { Connection } from './connection.js'
import { fromQuestionRow, questionColumns, toQuestionRow } from './question-row.js'
import type { QuestionRow } from './schema.js'
import { encodeText } from './text.js'
import { toSeconds } from './to-row.js'
import { codeOf } from './translate-error.js'

const insertQuestion = `
  insert into questions (${questionColumns.join(', ')})
  values (${questionColumns.map((name) => `@${name}`).join(', ')})
  returning *`

/** Its conditions are part of it: two processes cannot both find the question open. */
const settleQuestion = `
  update questions set state = @state, answer = @answer, answered_by = @answeredBy, settled_at = @at
  where id = @id and state = 'open' and (@state <> 'answered' or (@at < deadline and @at < held_until))
  returning *`

const takeAnswer = `update questions set taken_at = ? where id = ? and state = 'answered' and taken_at is null`

const holdQuestions = `update questions set held_until = ? where state = 'open' and asked_by = ?`

export function createQuestionTable({ database, read, write }: Connection): QuestionTable {
  const insert = database.prepare<unknown[], QuestionRow>(insertQuestion)
  const select = database.prepare<[string], QuestionRow>('select * from questions where id = ?')
  const settle = database.prepare<unknown[], QuestionRow>(settleQuestion)
  const take = database.prepare(takeAnswer)
  const hold = database.prepare(holdQuestions)
  const finds = new Map<string, Statement<unknown[], QuestionRow>>()
  const prepareFind = (text: string) => {
    const statement = finds.get(text) ?? database.prepare<unknown[], QuestionRow>(text)
    finds.set(text, statement)
    return statement
  }
  const mustExist = (id: string) => {
    if (!select.get(id)) throw new StoreError('not-found', `There is no question ${id}.`)
  }

  return {
    async create(question) {
      const row = toQuestionRow(question)
      const stored = await write(() => orConstraint(question, () => insert.get(row)))
      if (!stored) throw new StoreError('corrupt', `Question ${question.id} was stored and cannot be read.`)
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
      const answer = settlement.answer === undefined ? null : JSON.stringify(settlement.answer)
      const answeredBy = settlement.state === 'answered' ? encodeText(settlement.answeredBy) : null
      const { state } = settlement
      const row = await write(() => {
        const settled = settle.get({ id, state, answer, answeredBy, at: toSeconds(settlement.atMs) })
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

/** In the order of the statement's values. */
const columns = [
  ['rootSessionId', 'root_session_id'],
  ['sessionId', 'session_id'],
  ['fingerprint', 'fingerprint'],
  ['askedBy', 'asked_by'],
] as const satisfies readonly (readonly [keyof QuestionQuery, keyof QuestionRow])[]

/** The SELECT of a query. Its text depends only on which conditions are given, and on the state. */
export function toFindQuestions({ state, ...query }: QuestionQuery) {
  const given = columns.flatMap(([name, column]) => {
    const value = query[name]
    return value === undefined
      ? []
      : [{ condition: `${column} = ?`, value: name === 'askedBy' ? encodeText(value) : value }]
  })
  const conditions = given.map(({ condition }) => condition)
  // Spelled out, so that SQLite may use the index that holds the open ones alone.
  if (state !== undefined) conditions.push(`state = '${state}'`)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return {
    text: `select * from questions ${where} order by created_at, rowid`,
    values: given.map(({ value }) => value),
  }
}

/** Says what the question asked for and cannot have. */
function orConstraint<T>({ id, sessionId }: NewQuestion, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (codeOf(cause) === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
      throw new StoreError('conflict', `There is a question ${id} already: choose another id.`, { cause })
    }
    if (codeOf(cause) === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
      throw new StoreError('not-found', `There is no session ${sessionId} that could ask.`, { cause })
    }
    throw cause
  }
}
