import type { Question } from '@hermes/core/questions'
import type { PayloadOf } from '../../schemas/events.js'

/** Returns a question without what only its desk needs. */
export function toQuestion(question: Question): PayloadOf<'question.open'>['question'] {
  const { fingerprint: _, askedBy, heldUntilMs, defaultAnswer, answer, settledAtMs, takenAtMs, ...shown } = question
  if (question.state !== 'answered' || answer === undefined || !('decision' in answer)) return shown
  const { decision } = answer
  return { ...shown, decision, ...(decision === 'deny' && answer.reason !== undefined && { reason: answer.reason }) }
}
