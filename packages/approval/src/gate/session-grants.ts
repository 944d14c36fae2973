import { createBoundedMap } from '@hermes/safety'

/** What a person allowed for the rest of a session. */
export interface SessionGrants {
  /** Whether all of the reasons were allowed in the session. */
  cover(sessionId: string, reasons: readonly string[]): boolean
  add(sessionId: string, reasons: readonly string[]): void
}

/** Keeps the grants of the most recent sessions. Older sessions are asked again. */
export function createSessionGrants(): SessionGrants {
  const bySession = createBoundedMap<ReadonlySet<string>>()
  return {
    cover: (sessionId, reasons) => {
      const granted = bySession.get(sessionId)
      return granted !== undefined && reasons.every((reason) => granted.has(reason))
    },
    add(sessionId, reasons) {
      bySession.set(sessionId, new Set([...(bySession.get(sessionId) ?? []), ...reasons]))
    },
  }
}
