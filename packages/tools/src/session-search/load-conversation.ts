import type { SessionStore, SessionSummary, StoredMessage } from '@hermes/core'
import { lineageMembers } from '@hermes/core/sessions'

/** What was said in a session and in those that it went on in, each message once, oldest first. */
export async function loadConversation(store: SessionStore, root: SessionSummary): Promise<readonly StoredMessage[]> {
  const messages: StoredMessage[] = []
  const seen = new Set<string>()
  for (const member of await lineageMembers(store, root)) {
    for (const message of await store.messages.load(member.id)) {
      // A compression takes messages along into the next member.
      const key = keyOf(message)
      if (!seen.has(key)) messages.push(message)
      seen.add(key)
    }
  }
  return messages
}

/** The same for a message and for its copies in later members of a lineage. */
export function keyOf({ message, timestampMs }: StoredMessage): string {
  return JSON.stringify([message.role, timestampMs, message.content, 'tool_calls' in message && message.tool_calls])
}
