import type { SessionRecord, StoredMessage } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { CommandContext } from '../../command.js'

/** Returns the root record of the conversation; `undefined` before its first turn. */
export function storedRecord({ conversation, store }: CommandContext): Promise<SessionRecord | undefined> {
  return store.sessions.get(conversation.id)
}

/** Returns the history of the conversation's next request; empty before its first turn. */
export async function storedMessages(context: CommandContext): Promise<readonly StoredMessage[]> {
  const record = await storedRecord(context)
  return record ? context.store.messages.load((await newestOf(context.store, record)).id) : []
}
