/** What a person allowed for the rest of a session. */
export interface SessionGrants {
  /** Whether every one of the reasons was allowed in that session. */
  cover(sessionId: string, reasons: readonly string[]): boolean
  add(sessionId: string, reasons: readonly string[]): void
}

const mostSessions = 1_000

/** Keeps the grants of the sessions that used them last; an older session is simply asked again. */
export function createSessionGrants(): SessionGrants {
  const bySession = new Map<string, ReadonlySet<string>>()
  return {
    cover: (sessionId, reasons) => {
      const granted = bySession.get(sessionId)
      return granted !== undefined && reasons.every((reason) => granted.has(reason))
    },
    add(sessionId, reasons) {
      const granted = new Set([...(bySession.get(sessionId) ?? []), ...reasons])
      bySession.delete(sessionId)
      bySession.set(sessionId, granted)
      const [oldest] = bySession.keys()
      if (bySession.size > mostSessions && oldest !== undefined) bySession.delete(oldest)
    },
  }
}
