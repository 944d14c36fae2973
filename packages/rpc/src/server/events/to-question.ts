import type { Question } from '@hermes/core/questions'
import type { PayloadOf } from '../../schemas/events.js'

/** A question without what only its desk needs. */
export function toQuestion(question: Question): PayloadOf<'question.open'>['question'] {
  const { fingerprint: _, askedBy, heldUntilMs, defaultAnswer, answer, settledAtMs, takenAtMs, ...shown } = question
  return shown
}
