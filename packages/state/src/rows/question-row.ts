import type { NewQuestion, Question } from '@hermes/core/questions'
import { checkedColumns, checksumOfRow, requireChecksum } from './checksum.js'
import { orCorrupt, toMilliseconds } from './from-row.js'
import { freeze } from './frozen.js'
import type { QuestionRow } from './schema.js'
import { isAnswer, isTexts, storedJson } from './stored-json.js'
import { decodeText, encodeText } from './text.js'
import { orNull, toSeconds } from './to-row.js'

/** Columns of a new question. The others are set when it is settled. */
export const questionColumns = [...checkedColumns.questions, 'held_until', 'checksum'] as const

export function toQuestionRow(question: NewQuestion): Pick<QuestionRow, (typeof questionColumns)[number]> {
  const row = {
    id: question.id,
    kind: question.kind,
    session_id: question.sessionId,
    root_session_id: question.rootSessionId,
    tool: orNull(question.tool, encodeText),
    content: encodeText(question.text),
    cwd: orNull(question.workingDirectory, encodeText),
    reasons: JSON.stringify(question.reasons),
    choices: JSON.stringify(question.choices),
    fingerprint: question.fingerprint,
    created_at: toSeconds(question.createdAtMs),
    deadline: toSeconds(question.deadlineMs),
    default_answer: orNull(question.defaultAnswer, JSON.stringify),
    asked_by: encodeText(question.askedBy),
    held_until: toSeconds(question.heldUntilMs),
    session_scope: orNull(question.sessionScope, encodeText),
    call_id: orNull(question.callId, encodeText),
  }
  return { ...row, checksum: checksumOfRow('questions', row) }
}

/** Converts a row. @throws {StoreError} `corrupt` when a JSON field contains no JSON. */
export function fromQuestionRow(row: QuestionRow): Question {
  requireChecksum(`question ${row.id}`, row.checksum, checksumOfRow('questions', row))
  return orCorrupt(`question ${row.id}`, () =>
    freeze({
      id: row.id,
      kind: row.kind,
      sessionId: row.session_id,
      rootSessionId: row.root_session_id,
      text: decodeText(row.content),
      reasons: storedJson(row.reasons, isTexts),
      choices: storedJson(row.choices, isTexts),
      fingerprint: row.fingerprint,
      createdAtMs: toMilliseconds(row.created_at),
      deadlineMs: toMilliseconds(row.deadline),
      askedBy: decodeText(row.asked_by),
      heldUntilMs: toMilliseconds(row.held_until),
      state: row.state,
      ...(row.call_id !== null && { callId: decodeText(row.call_id) }),
      ...(row.tool !== null && { tool: decodeText(row.tool) }),
      ...(row.cwd !== null && { workingDirectory: decodeText(row.cwd) }),
      ...(row.session_scope !== null && { sessionScope: decodeText(row.session_scope) }),
      ...(row.default_answer !== null && { defaultAnswer: storedJson(row.default_answer, isAnswer) }),
      ...(row.answer !== null && { answer: storedJson(row.answer, isAnswer) }),
      ...(row.answered_by !== null && { answeredBy: decodeText(row.answered_by) }),
      ...(row.settled_at !== null && { settledAtMs: toMilliseconds(row.settled_at) }),
      ...(row.taken_at !== null && { takenAtMs: toMilliseconds(row.taken_at) }),
    }),
  )
}
