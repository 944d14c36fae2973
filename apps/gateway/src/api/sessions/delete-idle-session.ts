import { claimIfFree, deleteConversation } from '@hermes/conversations/stored'
import type { SessionId, SessionStore } from '@hermes/core'
import { rootOf } from '@hermes/core/sessions'
import type { Files } from '../files/files.js'
import { type BusyServices, checkIdle, sessionBusy } from './check-idle.js'

export interface DeletingServices extends BusyServices {
  readonly store: SessionStore
  /** Absent if the store keeps no values. */
  readonly files?: Pick<Files, 'forget'>
}

/**
 * Deletes a session with its messages, and its copies of files.
 * @throws {RequestError} `session_busy` while one of its turns is running or waiting, in any process.
 */
export async function deleteIdleSession(id: SessionId, services: DeletingServices): Promise<void> {
  const { store, files } = services
  await checkIdle(id, services)
  const record = await store.sessions.get(id)
  const root = record && (await rootOf(store, record))
  // Until the session is deleted, no process starts a turn in it.
  await using claim = root && (await claimIfFree(store, root.id))
  if (root && !claim) throw sessionBusy()
  await deleteConversation(store, id)
  if (root) await files?.forget(root.id)
}
