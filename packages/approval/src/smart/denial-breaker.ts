/** Counts consecutive denials per session. */
export interface DenialBreaker {
  /** Returns whether a person has to decide because of the number of denials. */
  isOpen(sessionId: string): boolean
  denied(sessionId: string): void
  /** Resets the count. Call it when a call was allowed or a person decided. */
  reset(sessionId: string): void
}

export interface DenialCounts {
  get(sessionId: string): number | undefined
  /** Sets the count. `undefined` removes it. */
  set(sessionId: string, count: number | undefined): void
}

/** @param threshold Number of denials that opens the breaker. 0: it never opens. */
export function createDenialBreaker(threshold: number, counts: DenialCounts): DenialBreaker {
  return {
    isOpen: (sessionId) => threshold > 0 && (counts.get(sessionId) ?? 0) >= threshold,
    denied: (sessionId) => counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1),
    reset: (sessionId) => counts.set(sessionId, undefined),
  }
}
