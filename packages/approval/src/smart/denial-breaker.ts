import { createBoundedMap } from '@hermes/safety'

/** Counts denials in a row, by session. */
export interface DenialBreaker {
  /** Whether there were so many that a person has to look at it. */
  isOpen(sessionId: string): boolean
  denied(sessionId: string): void
  /** Something was allowed, or a person was there. */
  reset(sessionId: string): void
}

/** @param threshold 0: it never opens. */
export function createDenialBreaker(threshold: number): DenialBreaker {
  const counts = createBoundedMap<number>()
  return {
    isOpen: (sessionId) => threshold > 0 && (counts.get(sessionId) ?? 0) >= threshold,
    denied: (sessionId) => counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1),
    reset: (sessionId) => counts.set(sessionId, undefined),
  }
}
