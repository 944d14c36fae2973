/** Snapshot of the files of a workspace. */
export interface Checkpoint {
  readonly id: string
  readonly takenAtMs: number
  /** Description of what was about to happen. */
  readonly reason: string
  readonly sessionId?: string
  /** Absolute path of the workspace. Absent when an earlier release took the checkpoint. */
  readonly workspace?: string
}

/** Result of restoring a checkpoint. Paths are relative to the workspace. */
export interface Restored {
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Checkpoint taken right before the restore. Restoring it undoes this restore. */
  readonly before: Checkpoint
}
