import type { Question } from '@hermes/core/questions'

/** Returns what a client needs to decide about a question. */
export function toQuestion({
  id,
  kind,
  rootSessionId,
  tool,
  text,
  workingDirectory,
  reasons,
  choices,
  deadlineMs,
}: Question) {
  return {
    question_id: id,
    kind,
    conversation_id: rootSessionId,
    tool,
    text,
    working_directory: workingDirectory,
    reasons,
    choices,
    deadline: new Date(deadlineMs).toISOString(),
  }
}
