import { storedExchange } from '@hermes/conversations/stored'
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

export interface Following {
  readonly caller: Caller
  /** Of the response that follows. */
  readonly identity: RunIdentity
  readonly signal: AbortSignal
}

/**
 * The session that continues after a response: its own, or a branch of it if that has been continued already.
 * @throws {RequestError} for an unknown response, one that has not ended, one in the session of somebody else or in none, and one that was
 * compressed since.
 */
export async function sessionAfter(
  responseId: string,
  { caller, identity, signal }: Following,
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
  const exchange = await storedExchange(store, run.sessionId, run.id)
  if (!exchange && (await endsWith(run.end.texts.at(-1), run.sessionId, store))) return run.sessionId
  if (!exchange) {
    const message = `The conversation of the response "${responseId}" was compressed since: continue its latest response.`
    throw new RequestError(409, 'response_compressed', message)
  }
  if (exchange.isLatest) return run.sessionId
  const through = exchange.messages.at(-1)?.id
  const id = identity.newSessionId ?? generateSessionId(withDefaultServices())
  return branchOnce(run.sessionId, { store, id, signal, ...(through !== undefined && { through }) })
}

/** Whether this was the last thing that the agent said, in a conversation that no longer has the input. */
async function endsWith(text: string | undefined, sessionId: SessionId, store: SessionStore): Promise<boolean> {
  const record = await store.sessions.get(sessionId)
  if (!record) return false
  const [last] = await store.messages.load((await newestOf(store, record)).id, { limit: 1, fromEnd: true })
  return last?.message.role === 'assistant' && textOf(last.message.content) === text
}
