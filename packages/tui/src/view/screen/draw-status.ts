/** What is known of a session, for a row about it. */
export interface SessionFacts {
  readonly sessionId: string
  readonly workingDirectory: string
  /** Empty until the session is open. */
  readonly model: string
  /** In tokens. Absent: not known. */
  readonly contextWindow?: number
  /** The size of the latest request; 0 before the first. */
  readonly contextTokens: number
  readonly title?: string
  /** Until the first word of the latest answer. */
  readonly latencyMs?: number
  /** Of the latest answer. */
  readonly tokensPerSecond?: number
  /** Of this session, since it is shown. */
  readonly compressions: number
  /** When the running turn began. Absent: none runs. */
  readonly turnSinceMs?: number
  /** When the latest turn ended. Absent: one runs, or none has ended. */
  readonly idleSinceMs?: number
  /** What the person has chosen for this session: `off` if nothing is asked. Absent: as the settings say. */
  readonly approvals?: string
}

/**
 * Draws the facts of a session in one row of at most so many columns; empty for no row. Called for each frame.
 *
 * @param redraw Asks for another frame, once something is known that was not known in this one.
 */
export type DrawStatus = (facts: SessionFacts, columns: number, redraw: () => void) => string
