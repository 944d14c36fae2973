import type { QuestionQuery, Settlement } from '@hermes/core/questions'
import type { QuestionRow } from '../rows/schema.js'
import { encodeText } from '../rows/text.js'
import { orNull, toSeconds } from '../rows/to-row.js'

/* Queries on questions, in SQL for both databases. */

/** Settles a question. The conditions are part of the UPDATE, so only one process finds the question open. */
export const settleQuestion = `
  update questions set state = @state, answer = @answer, answered_by = @answeredBy, settled_at = @at
  where id = @id and state = 'open' and (@state <> 'answered' or (@at < deadline and @at < held_until))
  returning *`

export const takeAnswer = `update questions set taken_at = ? where id = ? and state = 'answered' and taken_at is null`

export const holdQuestions = `update questions set held_until = ? where state = 'open' and asked_by = ?`

/** Returns the values of {@link settleQuestion}. */
export function toSettlementValues(id: string, settlement: Settlement) {
  return {
    id,
    state: settlement.state,
    answer: orNull(settlement.answer, JSON.stringify),
    answeredBy: settlement.state === 'answered' ? encodeText(settlement.answeredBy) : null,
    at: toSeconds(settlement.atMs),
  }
}

/** Columns in the order of the statement's values. */
const columns = [
  ['rootSessionId', 'root_session_id'],
  ['sessionId', 'session_id'],
  ['callId', 'call_id'],
  ['fingerprint', 'fingerprint'],
  ['askedBy', 'asked_by'],
] as const satisfies readonly (readonly [keyof QuestionQuery, keyof QuestionRow])[]

/** Returns the SELECT of a query. Its text depends only on the state and on which conditions are set. */
export function toFindQuestions({ state, ...query }: QuestionQuery) {
  const given = columns.flatMap(([name, column]) => {
    const value = query[name]
    return value === undefined
      ? []
      : [{ condition: `${column} = ?`, value: isEncoded(name) ? encodeText(value) : value }]
  })
  const conditions = given.map(({ condition }) => condition)
  // A literal, so that the planner can use the partial index of open questions.
  if (state !== undefined) conditions.push(`state = '${state}'`)
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  return {
    text: `select * from questions ${where} order by created_at, rowid`,
    values: given.map(({ value }) => value),
  }
}

/** Whether the values of a column are encoded. Other values contain nothing that a database would reject. */
function isEncoded(name: keyof QuestionQuery): boolean {
  return name === 'askedBy' || name === 'callId'
}
