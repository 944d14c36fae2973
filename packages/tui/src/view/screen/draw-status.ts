/** What is known about a session, for a row about it. */
export interface SessionFacts {
  readonly sessionId: string
  readonly workingDirectory: string
  /** The model. Empty until the session is open. */
  readonly model: string
  /** The context window in tokens. Absent: unknown. */
  readonly contextWindow?: number
  /** The size of the latest request; 0 before the first. */
  readonly contextTokens: number
  readonly title?: string
  /** Time until the first word of the latest answer, in milliseconds. */
  readonly latencyMs?: number
  /** Tokens per second of the latest answer. */
  readonly tokensPerSecond?: number
  /** Number of compressions of this session since it is shown. */
  readonly compressions: number
  /** When the running turn started. Absent: none is running. */
  readonly turnSinceMs?: number
  /** When the latest turn ended. Absent: one is running, or none has ended. */
  readonly idleSinceMs?: number
  /** The person's choice for this session: `off` if nothing is asked. Absent: as in the settings. */
  readonly approvals?: string
}

/**
 * Draws the facts of a session in one row of at most `columns` columns; empty for no row. Called for each frame.
 *
 * @param redraw Requests another frame, once something is known that was unknown in this one.
 */
export type DrawStatus = (facts: SessionFacts, columns: number, redraw: () => void) => string
