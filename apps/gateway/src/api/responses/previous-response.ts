import { type StoredExchange, storedExchange } from '@hermes/conversations/stored'
import { type SessionId, type SessionStore, textOf } from '@hermes/core'
import { generateSessionId, newestOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { Caller } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import { findOwnSession } from '../request/require-session.js'
import { requireRun } from '../runs/record/require-run.js'
import type { RunIdentity } from '../runs/record/run-identity.js'
import type { RunServices } from '../runs/start/start-run.js'
import { branchOnce } from './branch-once.js'
import type { Continuation } from './continuation.js'

export interface Following {
  readonly caller: Caller
  /** The identity of the response that follows. */
  readonly identity: RunIdentity
  readonly continuation: Continuation
  readonly signal: AbortSignal
}

/**
 * Returns the session that continues after a response: its own, or a branch of it if that has already been continued. If several responses follow at once,
 * in any process, only one of them continues the session itself.
 * @throws {RequestError} for a response that is unknown, has not ended, was compressed since, has no session, or is in the session of somebody else.
 */
export async function sessionAfter(
  responseId: string,
  { caller, identity, continuation, signal }: Following,
  services: RunServices,
): Promise<SessionId> {
  const run = await requireRun(responseId, caller, services, 'response')
  const { store } = services
  if (!run.end) throw new RequestError(409, 'response_running', `The response "${responseId}" has not ended.`)
  // The holder of the server's key may read the responses of all users, but only users continue their sessions.
  const session = await findOwnSession(run.sessionId, caller, services)
  if (!session) {
    const message = `The response "${responseId}" has no session to continue: it was deleted, or its first turn failed.`
    throw new RequestError(404, 'not_found', message)
  }
  const exchange =
    (await storedExchange(store, run.sessionId, run.id)) ??
    (await compressedExchange(run.end.texts.at(-1), run.sessionId, store))
  // An earlier request with the same key has continued the response.
  if (identity.newSessionId !== undefined && (await hasInput(identity.id, run.sessionId, services)))
    return run.sessionId
  if (!exchange) {
    const message = `The conversation of the response "${responseId}" was compressed since: continue its latest response.`
    throw new RequestError(409, 'response_compressed', message)
  }
  if (exchange.isLatest && (await continuation.reserve(run, identity.id))) return run.sessionId
  const through = exchange.messages.at(-1)?.id
  const id = identity.newSessionId ?? generateSessionId(withDefaultServices())
  return branchOnce(run.sessionId, { store, id, signal, ...(through !== undefined && { through }) })
}

async function hasInput(id: string, sessionId: SessionId, { store, conversations }: RunServices): Promise<boolean> {
  // Checked before the exchange: an input that leaves the queue in between is then in the session.
  const isQueued = (await conversations.queuedIn(sessionId)).includes(id)
  return isQueued || (await storedExchange(store, sessionId, id)) !== undefined
}

/** Returns the rest of an exchange whose input the conversation no longer has, if its answer is the last thing that the agent said. */
async function compressedExchange(
  text: string | undefined,
  sessionId: SessionId,
  store: SessionStore,
): Promise<Pick<StoredExchange, 'messages' | 'isLatest'> | undefined> {
  const record = await store.sessions.get(sessionId)
  if (!record) return undefined
  const messages = await store.messages.load((await newestOf(store, record)).id, { limit: 1, fromEnd: true })
  const isAnswer = messages.some(({ message }) => message.role === 'assistant' && textOf(message.content) === text)
  return isAnswer ? { messages, isLatest: true } : undefined
}
