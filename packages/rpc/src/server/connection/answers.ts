import { describeError, type Logger } from '@hermes/core'
import type { Question, QuestionAnswer } from '@hermes/core/questions'
import type { Peer } from '../../peer/peer.js'
import { type ServerRequestName, serverRequests } from '../../schemas/requests.js'
import { toQuestion } from '../events/to-question.js'
import { answerQuestion } from '../live/answer-question.js'
import type { LiveSession } from '../live/live-session.js'

export interface AnswersOptions {
  readonly session: LiveSession
  readonly peer: Peer
  readonly logger: Logger
}

const requestOf = { approval: 'approval', clarification: 'clarify' } as const

/** Asks one client the questions of one session. */
export class Answers {
  readonly #options: AnswersOptions
  /** The requests, by question. */
  readonly #asked = new Map<string, { readonly id: string; readonly method: string }>()
  #kinds: ReadonlySet<string> = new Set()
  #leave: (() => void) | undefined

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Asks questions of these kinds from now on, including open ones. */
  accept(kinds: ReadonlySet<ServerRequestName>): void {
    this.end('The client does not answer questions any more.')
    this.#kinds = kinds
    if (kinds.size === 0) return
    const { session } = this.#options
    const [leave, unfollow] = [
      session.answers(),
      session.questions.follow({
        opened: (question) => this.#ask(question),
        settled: (question) => this.#withdraw(question.id, `It was settled: ${question.state}.`),
      }),
    ]
    this.#leave = () => {
      unfollow()
      leave()
    }
  }

  end(reason: string): void {
    for (const id of [...this.#asked.keys()]) this.#withdraw(id, reason)
    this.#leave?.()
    this.#leave = undefined
  }

  #ask(question: Question): void {
    const name = requestOf[question.kind]
    if (!this.#kinds.has(name)) return
    const { session, peer, logger } = this.#options
    const { workspace, id: sessionId } = session
    const params = { sessionId, requestId: question.id, question: toQuestion(question) }
    const canAllowForGood = name === 'approval' && workspace.canAllowForGood(question)
    const { id, answer } = peer.open(name, name === 'approval' ? { ...params, canAllowForGood } : params)
    this.#asked.set(question.id, { id, method: name })
    answer
      .then(async (result) => {
        // A withdrawn question no longer waits for an answer.
        if (this.#asked.delete(question.id)) await answerQuestion(workspace, question, toAnswer(name, result))
      })
      .catch((error: unknown) => {
        if (!this.#asked.delete(question.id)) return
        logger.log('warn', 'A client could not answer a question.', { error: describeError(error) })
      })
  }

  #withdraw(questionId: string, reason: string): void {
    const asked = this.#asked.get(questionId)
    if (!asked) return
    this.#asked.delete(questionId)
    const { peer } = this.#options
    peer.forget(asked.id)
    peer
      .notify('event', { type: 'request.cancel', sessionId: this.#options.session.id, payload: { ...asked, reason } })
      // The client is gone.
      .catch(() => undefined)
  }
}

function toAnswer(name: ServerRequestName, result: unknown): QuestionAnswer {
  if (name === 'clarify') return { text: serverRequests.clarify.result.parse(result).answer }
  const { choice, reason } = serverRequests.approval.result.parse(result)
  if (choice !== 'deny') return { decision: choice }
  return { decision: 'deny', ...(reason !== undefined && { reason }) }
}
