import type { StoredConversation } from '@hermes/conversations/stored'

/** The messages of a whole conversation, with those of its sub-agents. */
export function messageCount({ members }: StoredConversation): number {
  return members.reduce((sum, member) => sum + member.messageCount, 0)
}
