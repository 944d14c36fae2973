import type { RequestParams, RequestResult } from '@hermes/rpc/schemas'
import { approvalAnswer, approvalQuestion, clarifyAnswer, clarifyQuestion } from '../view/questions/questions.js'
import type { Stage } from './stage.js'

interface Asked {
  /** Aborted when the question is withdrawn or was answered elsewhere. */
  readonly signal: AbortSignal
}

/**
 * Creates the answers to requests of the server, which ask the person. @param stage Available when the first question
 * comes.
 */
export function answerRequests(stage: () => Pick<Stage, 'session' | 'screen' | 'options'>) {
  return {
    async approval(params: RequestParams<'approval'>, { signal }: Asked): Promise<RequestResult<'approval'>> {
      const { session, screen, options } = stage()
      const { sessionId, question } = params
      const isTyping = screen.text.trim() !== ''
      const chosen = await screen.choose(approvalQuestion(params, options.look, { isTyping }), { signal, sessionId })
      const decision = approvalAnswer(chosen)
      if (!signal.aborted) session.all.find(({ id }) => id === sessionId)?.decide({ question, decision })
      return decision
    },
    async clarify(params: RequestParams<'clarify'>, { signal }: Asked): Promise<RequestResult<'clarify'>> {
      const { screen, options } = stage()
      const { sessionId } = params
      const answer = await screen.choose(clarifyQuestion(params, options.look), { signal, sessionId })
      return clarifyAnswer(answer, params)
    },
  }
}
