/** The files of a workspace as they were. */
export interface Checkpoint {
  readonly id: string
  readonly takenAtMs: number
  /** What was about to happen. */
  readonly reason: string
  readonly sessionId?: string
}

/** What going back to a checkpoint did. Paths are relative to the workspace. */
export interface Restored {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** The files as they were right before: going back to it takes this step back. */
  readonly before: Checkpoint
}
