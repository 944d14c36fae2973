import type { SessionId, SessionStore } from '@hermes/core'
import { storedExchange } from './stored-exchange.js'

/**
 * Returns the answer to an input by its id. Resolves to `undefined` if its turn has none, or the session no longer
 * contains it.
 */
export async function storedReply(store: SessionStore, id: SessionId, inputId: string): Promise<string | undefined> {
  return (await storedExchange(store, id, inputId))?.reply
}
