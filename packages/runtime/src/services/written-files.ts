import type { ConnectingFiles } from '@hermes/approval'
import { createBoundedMap } from '@hermes/safety'

/** The files that conversations have created or changed, as far as their calls show it. */
export interface WrittenFiles {
  /**
   * Records a written file.
   * @param opensConnections Whether the written text opens connections when it runs. Default: false.
   */
  note(rootSessionId: string, path: string, opensConnections?: boolean): void
  has(rootSessionId: string, path: string): boolean
  /** Returns the files with code that opens connections. */
  connecting(rootSessionId: string): ConnectingFiles
}

/** The maximum number of conversations, and of files for each. The oldest are dropped. */
const kept = { conversations: 200, files: 5_000 }

export function createWrittenFiles(): WrittenFiles {
  /** Maps the path of each file to whether its text opens connections, by conversation. */
  const byConversation = createBoundedMap<ReturnType<typeof createBoundedMap<boolean>>>(kept.conversations)
  const note = (rootSessionId: string, path: string, opensConnections = false) => {
    const files = byConversation.get(rootSessionId) ?? createBoundedMap<boolean>(kept.files)
    files.set(path, opensConnections || files.get(path) === true)
    byConversation.set(rootSessionId, files)
  }
  return {
    note,
    has: (rootSessionId, path) => byConversation.get(rootSessionId)?.get(path) !== undefined,
    connecting: (rootSessionId) => ({
      has: (path) => byConversation.get(rootSessionId)?.get(path) === true,
      note: (path) => note(rootSessionId, path, true),
    }),
  }
}
