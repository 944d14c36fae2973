/** Counts consecutive denials by session. */
export interface DenialBreaker {
  /** Whether a person has to decide because of the number of denials. */
  isOpen(sessionId: string): boolean
  denied(sessionId: string): void
  /** Call it when a call was allowed or a person decided. */
  reset(sessionId: string): void
}

export interface DenialCounts {
  get(sessionId: string): number | undefined
  /** `undefined`: none. */
  set(sessionId: string, count: number | undefined): void
}

/** @param threshold 0: it never opens. */
export function createDenialBreaker(threshold: number, counts: DenialCounts): DenialBreaker {
  return {
    isOpen: (sessionId) => threshold > 0 && (counts.get(sessionId) ?? 0) >= threshold,
    denied: (sessionId) => counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1),
    reset: (sessionId) => counts.set(sessionId, undefined),
  }
}
