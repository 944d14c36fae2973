import type { SessionId } from '@hermes/core'

/** What must be known of a process after the agent and the process are gone. Contains no secrets. */
export interface ProcessRecord {
  readonly id: string
  readonly sessionId: SessionId
  readonly command: string
  readonly startedAtMs: number
  readonly pid?: number
  /** Set when it ended before the agent and the model was not told. */
  readonly exitCode?: number
  /** Whether the model asked to be told of its end, or of lines that it prints. Absent: it did not, or an earlier version wrote the record. */
  readonly isAwaited?: boolean
  /** The end of its output, at most a few seconds old. */
  readonly output: string
  /** The file with the complete output, if any. */
  readonly outputFile?: string
}

/** Stores the records of an agent's processes for the next agent. */
export interface ProcessRecords {
  /** Replaces all records. Resolves when they are stored; a failure is logged and does not reject. */
  save(records: readonly ProcessRecord[]): Promise<void>
  /** Records of a session that earlier agents left behind. */
  lost(sessionId: SessionId): Promise<readonly ProcessRecord[]>
  /** Deletes them after the model of the session was told. */
  forget(sessionId: SessionId): Promise<void>
}
