import type { Job, Pending } from '../jobs/job.js'

/** Does what a job is for. A rejection is a failure of the run. */
export type RunJob = (firing: Firing, options: { readonly signal: AbortSignal }) => Promise<RunOutcome>

export interface Firing extends Pending {
  readonly job: Job
}

export type RunOutcome =
  | {
      readonly status: 'completed'
      readonly text: string
      /** Nothing is delivered. */
      readonly isSilent?: boolean
      /** The conversation of the firing. */
      readonly sessionId?: string
    }
  | {
      readonly status: 'failed'
      readonly reason: string
      /** The cause passes by itself, and nothing was done yet: the firing is tried again later. */
      readonly isPassing?: boolean
      readonly sessionId?: string
    }
  | {
      /** The runner started nothing. The scheduler counts no run and notifies nobody. */
      readonly status: 'skipped'
      readonly reason: string
    }
  | {
      /** The process was told to stop, and its run with it: its effects are unknown. It is no failure of the job. */
      readonly status: 'cut-off'
      readonly reason: string
      readonly sessionId?: string
    }
