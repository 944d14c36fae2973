import type { Question } from '@hermes/core/questions'

/** Returns a question for scripts, with times in seconds. */
export function toQuestionRow(question: Question) {
  return {
    id: question.id,
    kind: question.kind,
    state: question.state,
    session_id: question.sessionId,
    root_session_id: question.rootSessionId,
    tool: question.tool ?? null,
    text: question.text,
    cwd: question.workingDirectory ?? null,
    reasons: question.reasons,
    session_scope: question.sessionScope ?? null,
    choices: question.choices,
    fingerprint: question.fingerprint,
    created_at: question.createdAtMs / 1000,
    deadline: question.deadlineMs / 1000,
    default_answer: question.defaultAnswer ?? null,
    answer: question.answer ?? null,
    answered_by: question.answeredBy ?? null,
    settled_at: question.settledAtMs === undefined ? null : question.settledAtMs / 1000,
  }
}
