import { createBoundedMap } from '@hermes/safety'

/** The files that conversations have made or changed, as far as their calls say so. */
export interface WrittenFiles {
  note(rootSessionId: string, path: string): void
  has(rootSessionId: string, path: string): boolean
}

/** Conversations, and files of each. The oldest are forgotten. */
const kept = { conversations: 200, files: 5_000 }

export function createWrittenFiles(): WrittenFiles {
  const byConversation = createBoundedMap<ReturnType<typeof createBoundedMap<true>>>(kept.conversations)
  return {
    note(rootSessionId, path) {
      const files = byConversation.get(rootSessionId) ?? createBoundedMap<true>(kept.files)
      files.set(path, true)
      byConversation.set(rootSessionId, files)
    },
    has: (rootSessionId, path) => byConversation.get(rootSessionId)?.get(path) === true,
  }
}
