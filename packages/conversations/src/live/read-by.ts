import type { SessionId, SessionStore } from '@hermes/core'
import { claimConversation, lineageMembers } from '@hermes/core/sessions'
import { storedExchange } from '../stored/stored-exchange.js'

export interface ReadByOptions {
  /** The conversation. */
  readonly id: SessionId
  readonly inputId: string
  readonly signal: AbortSignal
}

/**
 * Returns the turn that has read an input: the id of the input that started it. Resolves to `undefined` if the conversation does not
 * contain the input, which is only certain when no process runs a turn of it.
 */
export async function readBy(store: SessionStore, { id, inputId, signal }: ReadByOptions): Promise<string | undefined> {
  // A stored input stays where it is, so there is no need to wait for later turns.
  const found = await readerOf(store, id, inputId)
  if (found !== undefined) return found
  await using _claim = await claimConversation(store, id, { signal })
  return await readerOf(store, id, inputId)
}

async function readerOf(store: SessionStore, id: SessionId, inputId: string): Promise<string | undefined> {
  const exchange = await storedExchange(store, id, inputId)
  if (exchange) return exchange.begunBy ?? inputId
  return (await isInLineage(store, id, inputId)) ? inputId : undefined
}

/** Whether an earlier session of the conversation contains the input, whose messages have been compressed since. */
async function isInLineage(store: SessionStore, id: SessionId, inputId: string): Promise<boolean> {
  const record = await store.sessions.get(id)
  for (const member of record ? await lineageMembers(store, record) : []) {
    const messages = await store.messages.load(member.id)
    if (messages.some(({ platformMessageId }) => platformMessageId === inputId)) return true
  }
  return false
}
