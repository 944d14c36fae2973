import type { StoredConversation } from '@hermes/conversations/stored'

/** Counts the messages of a whole conversation, including those of its sub-agents. */
export function messageCount({ members }: StoredConversation): number {
  return members.reduce((sum, member) => sum + member.messageCount, 0)
}
