import type { Conversations } from '@hermes/conversations'
import { deleteConversation } from '@hermes/conversations/stored'
import type { SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import type { Files } from '../files/files.js'
import { RequestError } from '../request/request-error.js'

export interface DeletingServices {
  readonly conversations: Pick<Conversations, 'live'>
  readonly store: SessionStore
  /** Absent if the store keeps no values. */
  readonly files?: Pick<Files, 'forget'>
}

/**
 * Deletes a session with its messages, and its copies of files.
 * @throws {RequestError} `session_busy` while a turn of it is running.
 */
export async function deleteIdleSession(
  id: SessionId,
  { conversations, store, files }: DeletingServices,
): Promise<void> {
  const live = conversations.live.find((conversation) => conversation.id === id)
  if (live && live.state.activity !== 'idle') {
    throw new RequestError(409, 'session_busy', 'A turn of this session is running: stop it first.')
  }
  const record = await store.sessions.get(id)
  const root = record && (await rootOf(store, record))
  await deleteConversation(store, id)
  if (root) await files?.forget(root.id)
}
