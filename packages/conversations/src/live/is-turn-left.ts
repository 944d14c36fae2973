import type { SessionId, SessionStore } from '@hermes/core'
import { isCutShort, newestOf } from '@hermes/core/sessions'
import { storedExchange } from '../stored/stored-exchange.js'

/**
 * Whether the latest turn of a conversation ended with its process, so that another process continues it automatically. A turn whose answer
 * was interrupted is over.
 * @param inputId The turn must be that of this input.
 */
export async function isTurnLeft(store: SessionStore, id: SessionId, inputId: string | undefined): Promise<boolean> {
  const record = await store.sessions.get(id)
  if (!record) return false
  const newest = await newestOf(store, record)
  const last = await store.messages.load(newest.id, { limit: 1, fromEnd: true })
  if (!isCutShort(last) || last.at(-1)?.finishReason === 'interrupted') return false
  // A missing input was compressed: it is unknown whose turn this is.
  return inputId === undefined || (await storedExchange(store, id, inputId))?.isLatest !== false
}
