import type { SessionId } from '@hermes/core'

/** Data about a process that outlives both the process and its agent. Contains no secrets. */
export interface ProcessRecord {
  readonly id: string
  readonly sessionId: SessionId
  readonly command: string
  readonly startedAtMs: number
  readonly pid?: number
  /** Set when the process ended before the agent did and the model was not notified. */
  readonly exitCode?: number
  /**
   * Whether the model asked to be notified of the end of the process or of lines that it prints. Absent when it did not
   * ask, or when an earlier version wrote the record.
   */
  readonly isAwaited?: boolean
  /** Last part of the output, at most a few seconds old. */
  readonly output: string
  /** Path of the file with the complete output, if any. */
  readonly outputFile?: string
}

/** Stores the records of an agent's processes for the next agent. */
export interface ProcessRecords {
  /** Replaces all records. Resolves when they are stored; a failure is logged and does not reject. */
  save(records: readonly ProcessRecord[]): Promise<void>
  /** Records of a session that earlier agents left behind. */
  lost(sessionId: SessionId): Promise<readonly ProcessRecord[]>
  /** Deletes the records of a session after its model was notified. */
  forget(sessionId: SessionId): Promise<void>
}
