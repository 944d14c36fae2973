import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk/unstable'
import { conversationsOf, type StoredConversation } from '@hermes/conversations/stored'
import type { SessionStore } from '@hermes/core'

const pageSize = 50

export interface ListRequest {
  /** Restricts the list to sessions of this folder, absolute. */
  readonly folder?: string | undefined
  /** The last session of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * Lists stored conversations of all surfaces that have a folder, newest first. An unknown cursor returns an empty page.
 */
export async function listSessions(
  store: SessionStore,
  { folder, cursor }: ListRequest,
): Promise<ListSessionsResponse> {
  const records = await store.sessions.find({ archived: false })
  const found = conversationsOf(records)
    .toSorted((left, right) => right.lastActivityAtMs - left.lastActivityAtMs)
    .flatMap(toInfo)
    .filter(({ cwd }) => folder === undefined || cwd === folder)
  const before = cursor === undefined ? 0 : found.findIndex(({ sessionId }) => sessionId === cursor) + 1
  if (cursor !== undefined && before === 0) return { sessions: [] }
  const sessions = found.slice(before, before + pageSize)
  const last = sessions.at(-1)
  return before + pageSize < found.length && last ? { sessions, nextCursor: last.sessionId } : { sessions }
}

function toInfo({ root, members, lastActivityAtMs }: StoredConversation): SessionInfo[] {
  const cwd = root.workingDirectory
  if (cwd === undefined) return []
  const title = members.findLast((member) => member.title !== undefined)?.title
  return [
    {
      sessionId: root.id,
      cwd,
      updatedAt: new Date(lastActivityAtMs).toISOString(),
      ...(title !== undefined && { title }),
    },
  ]
}
