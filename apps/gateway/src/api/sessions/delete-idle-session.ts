import type { Conversations } from '@hermes/conversations'
import { deleteConversation } from '@hermes/conversations/stored'
import type { SessionId, SessionStore } from '@hermes/core'
import { RequestError } from '../request/request-error.js'

/**
 * Deletes a session with its messages.
 * @throws {RequestError} `session_busy` while a turn of it is running.
 */
export async function deleteIdleSession(
  id: SessionId,
  { conversations, store }: { readonly conversations: Pick<Conversations, 'live'>; readonly store: SessionStore },
): Promise<void> {
  const live = conversations.live.find((conversation) => conversation.id === id)
  if (live && live.state.activity !== 'idle') {
    throw new RequestError(409, 'session_busy', 'A turn of this session is running: stop it first.')
  }
  await deleteConversation(store, id)
}
