import { type ConversationKey, conversationKey } from '@hermes/conversations'
import type { Caller } from '../../request/caller.js'

/** Returns the key of a conversation that a caller names. Other callers may use the same name for theirs. */
export function namedKey(name: string, { userId = 'api' }: Caller, source: string): ConversationKey {
  return conversationKey({ platform: source, chatType: 'group', chat: name, user: userId })
}
