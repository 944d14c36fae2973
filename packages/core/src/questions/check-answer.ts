import { HermesError } from '../contracts/errors/errors.js'
import type { Question, QuestionAnswer } from '../contracts/sessions/question.js'

/** Checks an answer. @throws {HermesError} `question/wrong-answer` when it does not fit the kind of the question. */
export function checkAnswer({ id, kind }: Question, answer: QuestionAnswer): void {
  const isDecision = 'decision' in answer && ['once', 'session', 'always', 'deny'].includes(answer.decision)
  if (kind === 'approval' && !isDecision) {
    throw new HermesError(
      'question/wrong-answer',
      `Question ${id} is an approval: answer it with once, session, always or deny.`,
    )
  }
  if (kind === 'clarification' && !('text' in answer)) {
    throw new HermesError('question/wrong-answer', `Question ${id} is not an approval: answer it with a text.`)
  }
}
