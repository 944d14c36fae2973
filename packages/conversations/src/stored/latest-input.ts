import type { SessionId, SessionStore } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { beginsExchange } from './begins-exchange.js'

/**
 * Returns the id of the input that started the latest turn of a conversation. Resolves to `undefined` if it has none, or
 * there was no turn.
 */
export async function latestInput(store: SessionStore, id: SessionId): Promise<string | undefined> {
  const record = await store.sessions.get(id)
  if (!record) return undefined
  const newest = await newestOf(store, record)
  const stored = await store.messages.load(newest.id)
  return stored.findLast(beginsExchange(newest))?.platformMessageId
}
