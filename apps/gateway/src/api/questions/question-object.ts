import type { Question } from '@hermes/core/questions'
import type { QuestionObject } from './question-schemas.js'

/** Returns a question as clients see it. */
export function toQuestionObject(question: Question): QuestionObject {
  return {
    id: question.id,
    object: 'hermes.question',
    kind: question.kind,
    state: question.state,
    session_id: question.rootSessionId,
    tool: question.tool ?? null,
    text: question.text,
    working_directory: question.workingDirectory ?? null,
    reasons: question.reasons,
    session_scope: question.sessionScope ?? null,
    choices: question.choices,
    diff: question.diff ?? null,
    answer: question.answer ?? null,
    created_at: Math.floor(question.createdAtMs / 1000),
    deadline: Math.floor(question.deadlineMs / 1000),
  }
}
