import type { SessionId } from '@hermes/core'

/** What has to be known of a process when the agent is gone, and the process with it. Holds no secrets. */
export interface ProcessRecord {
  readonly id: string
  readonly sessionId: SessionId
  readonly command: string
  readonly startedAtMs: number
  readonly pid?: number
  /** It had ended before the agent did, and the model has not heard of it. */
  readonly exitCode?: number
  /** The end of what it had printed, a few seconds old at most. */
  readonly output: string
  /** All of it, where there is a file. */
  readonly outputFile?: string
}

/** Keeps the records of an agent's processes where the next agent finds them. */
export interface ProcessRecords {
  /** These are all that there are now. Resolves when they are stored; a failure is logged, and does not reject. */
  save(records: readonly ProcessRecord[]): Promise<void>
  /** Those that agents which are gone have left behind in a session. */
  lost(sessionId: SessionId): Promise<readonly ProcessRecord[]>
  /** The model of the session knows of them. */
  forget(sessionId: SessionId): Promise<void>
}
