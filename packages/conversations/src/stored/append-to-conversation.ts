import {
  type AssistantMessage,
  type SessionId,
  type SessionStore,
  type StoredMessage,
  StoreError,
  type UserMessage,
} from '@hermes/core'
import { claimConversation, newestOf, rootOf } from '@hermes/core/sessions'

export interface AppendToConversationOptions {
  readonly store: SessionStore
  readonly signal: AbortSignal
  /** Called once when the call has to wait for a turn of another process, or for other work on the conversation. */
  readonly onWait?: () => void
  /** The current time. Default `Date.now`. */
  readonly now?: () => number
}

/**
 * Appends messages that were exchanged elsewhere to a conversation. Waits for a turn of another process; within this process, call it
 * between turns.
 * @throws {StoreError} `not-found`; `fenced` when another process has taken over the conversation. The reason of `signal` when it is
 * aborted.
 */
export async function appendToConversation(
  id: SessionId,
  messages: readonly (UserMessage | AssistantMessage)[],
  { store, signal, onWait, now = Date.now }: AppendToConversationOptions,
): Promise<readonly StoredMessage[]> {
  const record = await store.sessions.get(id)
  if (!record) throw new StoreError('not-found', `There is no session "${id}".`)
  await using claim = await claimConversation(store, (await rootOf(store, record)).id, {
    signal,
    ...(onWait && { onWait }),
  })
  const timestampMs = now()
  const newest = await newestOf(claim.store, record)
  return await claim.store.messages.append(
    newest.id,
    messages.map((message) => ({ message, timestampMs })),
  )
}
