import type { SessionId, SessionStore } from '@hermes/core'
import type { ConversationHome } from '@hermes/platforms/messages'

/** Returns the chat that a conversation belongs to; `undefined` for a conversation in a terminal or a program. */
export async function chatOf(
  { values }: Pick<SessionStore, 'values'>,
  conversation: SessionId,
): Promise<ConversationHome | undefined> {
  if (!values) return undefined
  const { createConversationHomes } = await import('@hermes/platforms/messages')
  return createConversationHomes(values).of(conversation)
}
