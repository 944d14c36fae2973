import type { SessionId, SessionStore } from '@hermes/core'
import { claimConversation, lineageMembers } from '@hermes/core/sessions'

/** Whether a conversation contains the input with an id. Waits until no other process runs a turn of it. */
export async function wasRead(
  store: SessionStore,
  { id, inputId, signal }: { readonly id: SessionId; readonly inputId: string; readonly signal: AbortSignal },
): Promise<boolean> {
  await using _claim = await claimConversation(store, id, { signal })
  const record = await store.sessions.get(id)
  for (const member of record ? await lineageMembers(store, record) : []) {
    const messages = await store.messages.load(member.id)
    if (messages.some(({ platformMessageId }) => platformMessageId === inputId)) return true
  }
  return false
}
