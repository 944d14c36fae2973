import type { Job, Pending } from '../jobs/job.js'
import type { SourceResult } from '../ledger/source-result.js'

/** Runs the task of a job. A rejection is a failure of the run. */
export type RunJob = (firing: Firing, options: RunJobOptions) => Promise<RunOutcome>

export interface RunJobOptions {
  readonly signal: AbortSignal
  /**
   * Records the conversation of the run while it is in progress, for people who look at it, and in case its process
   * ends.
   */
  readonly noteSession: (sessionId: string) => Promise<void>
  /** Records what the run has read of other jobs. */
  readonly noteSources: (sources: readonly SourceResult[]) => Promise<void>
}

export interface Firing extends Pending {
  readonly job: Job
}

export type RunOutcome =
  | {
      readonly status: 'completed'
      readonly text: string
      /** Whether nothing is delivered. */
      readonly isSilent?: boolean
      /** The conversation of the firing. */
      readonly sessionId?: string
    }
  | {
      readonly status: 'failed'
      readonly reason: string
      /** Whether the failure is transient and nothing was done yet, so that the firing is retried later. */
      readonly isTransient?: boolean
      readonly sessionId?: string
    }
  | {
      /** Nothing was started. The scheduler neither counts the run nor sends a message. */
      readonly status: 'skipped'
      readonly reason: string
    }
  | {
      /**
       * The process was told to stop, and its run with it. Its effects are unknown, and it is not a failure of the job.
       */
      readonly status: 'cut-off'
      readonly reason: string
      readonly sessionId?: string
    }
