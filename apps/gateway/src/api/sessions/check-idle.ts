import type { Conversations } from '@hermes/conversations'
import type { SessionId } from '@hermes/core'
import { RequestError } from '../request/request-error.js'

export interface BusyServices {
  readonly conversations: Pick<Conversations, 'live' | 'queuedIn'>
}

/**
 * Checks that no turn of a session runs in this process, and that none waits in any process. The claim of the conversation shows whether another process
 * runs one.
 * @throws {RequestError} `session_busy`.
 */
export async function checkIdle(id: SessionId, { conversations }: BusyServices): Promise<void> {
  const live = conversations.live.find((conversation) => conversation.id === id)
  if (live && live.state.activity !== 'idle') throw sessionBusy()
  if ((await conversations.queuedIn(id)).length > 0) throw sessionBusy()
}

/** Returns the error for a session in which another request comes first, possibly in another process. */
export function sessionBusy(): RequestError {
  const message = 'A turn of this session is running: wait for its end, or stop it first.'
  return new RequestError(409, 'session_busy', message)
}
