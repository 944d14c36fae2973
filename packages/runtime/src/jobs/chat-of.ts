import type { SessionId, SessionStore } from '@hermes/core'
import type { ConversationHome } from '@hermes/platforms/messages'

/** The chat that a conversation belongs to. `undefined` for one of a terminal or a program. */
export async function chatOf(
  { values }: Pick<SessionStore, 'values'>,
  conversation: SessionId,
): Promise<ConversationHome | undefined> {
  if (!values) return undefined
  const { createConversationHomes } = await import('@hermes/platforms/messages')
  return createConversationHomes(values).of(conversation)
}
