import type { SessionRecord, StoredMessage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { CommandContext } from '../command.js'

/** The record that people know the conversation by; `undefined` before its first turn. */
export function storedRecord({ conversation, store }: CommandContext): Promise<SessionRecord | undefined> {
  return store.sessions.get(conversation.id)
}

/** What the next request of the conversation goes on from; empty before its first turn. */
export async function storedMessages(context: CommandContext): Promise<readonly StoredMessage[]> {
  const record = await storedRecord(context)
  return record ? context.store.messages.load((await newestOf(context.store, record)).id) : []
}
