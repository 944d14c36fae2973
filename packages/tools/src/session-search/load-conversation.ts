import type { SessionStore, SessionSummary, StoredMessage } from '@hermes/core'
import { lineageMembers } from '@hermes/core/sessions'

/** Loads the messages of a session and its continuations, each message once, oldest first. */
export async function loadConversation(store: SessionStore, root: SessionSummary): Promise<readonly StoredMessage[]> {
  const messages: StoredMessage[] = []
  const seen = new Set<string>()
  for (const member of await lineageMembers(store, root)) {
    for (const message of await store.messages.load(member.id)) {
      // A compression copies messages to the next session.
      const key = keyOf(message)
      if (!seen.has(key)) messages.push(message)
      seen.add(key)
    }
  }
  return messages
}

/** Returns a key that is the same for a message and its copies in later sessions of a lineage. */
export function keyOf({ message, timestampMs }: StoredMessage): string {
  return JSON.stringify([message.role, timestampMs, message.content, 'tool_calls' in message && message.tool_calls])
}
