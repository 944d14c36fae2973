import type { Question, QuestionAnswer } from '@hermes/core/questions'
import type { RpcWorkspace } from '../../contracts/rpc-host.js'

/**
 * Answers a question at the desk. A permanent permission that is not offered denies.
 * @returns whether this answer counts, because another one may have come first.
 */
export async function answerQuestion(
  { questions, canAllowForGood, allowForGood }: Pick<RpcWorkspace, 'questions' | 'canAllowForGood' | 'allowForGood'>,
  question: Question,
  answer: QuestionAnswer,
): Promise<boolean> {
  const isForGood = 'decision' in answer && answer.decision === 'always'
  if (isForGood && canAllowForGood(question)) await allowForGood(question)
  const given: QuestionAnswer = isForGood && !canAllowForGood(question) ? { decision: 'deny' } : answer
  const { accepted } = await questions.answer(question.id, given, 'rpc')
  return accepted
}
