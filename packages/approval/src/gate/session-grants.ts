import type { SessionId } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'

/** What people allowed for the rest of a session. */
export interface SessionGrants {
  /** Returns whether all of the keys were granted in the session. */
  cover(sessionId: SessionId, keys: readonly string[]): Promise<boolean>
  add(sessionId: SessionId, grant: SessionGrant): Promise<void>
}

/** One consent of a person. */
export interface SessionGrant {
  /** What it covers, as the person read it: `rm with paths inside /work`. */
  readonly text: string
  /** A call is covered once all of its keys were granted. */
  readonly keys: readonly string[]
  /** The call that was asked about. */
  readonly subject: string
}

/** Creates grants that are kept in this process for the most recent sessions. Older sessions are asked again. */
export function createSessionGrants(): SessionGrants {
  const bySession = createBoundedMap<ReadonlySet<string>>()
  return {
    async cover(sessionId, keys) {
      const granted = bySession.get(sessionId)
      return granted !== undefined && keys.length > 0 && keys.every((key) => granted.has(key))
    },
    async add(sessionId, { keys }) {
      bySession.set(sessionId, new Set([...(bySession.get(sessionId) ?? []), ...keys]))
    },
  }
}
