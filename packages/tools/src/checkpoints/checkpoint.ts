/** A snapshot of the files of a workspace. */
export interface Checkpoint {
  readonly id: string
  readonly takenAtMs: number
  /** What was about to happen. */
  readonly reason: string
  readonly sessionId?: string
  /** The absolute path of the workspace. */
  readonly workspace?: string
}

/** The result of restoring a checkpoint. Paths are relative to the workspace. */
export interface Restored {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** A checkpoint taken right before. Restoring it undoes this restore. */
  readonly before: Checkpoint
}
