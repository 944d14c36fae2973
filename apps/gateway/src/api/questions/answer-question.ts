import { HermesError } from '@hermes/core'
import type { AnswerReceipt, Question, QuestionAnswer, QuestionDesk } from '@hermes/core/questions'
import { badRequest } from '../request/request-error.js'

const wanted = {
  approval: 'The question is an approval: answer it with the decision "once", "session" or "deny".',
  clarification: 'The question is not an approval: answer it with a text.',
} as const satisfies Record<Question['kind'], string>

/** @throws {RequestError} if the answer is of the wrong kind. */
export async function answerQuestion(
  { id, kind }: Question,
  answer: QuestionAnswer,
  { questions }: { readonly questions: QuestionDesk },
): Promise<AnswerReceipt> {
  try {
    return await questions.answer(id, answer, 'api')
  } catch (error) {
    if (HermesError.is(error) && error.code === 'question/wrong-answer') throw badRequest(wanted[kind], 'answer')
    throw error
  }
}
