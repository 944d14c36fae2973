/** How firings are handled. Every member has a default. */
export interface SchedulerSettings {
  /** Maximum number of jobs that run at the same time in this process. Default: no limit. */
  readonly maxParallel: number
  /** Time after its due time, in milliseconds, after which a firing counts as missed. Default: 10 minutes. */
  readonly graceMs: number
  /** Whether missed due times are made up by one run, for jobs that do not specify it. Default: true. */
  readonly catchesUp: boolean
  /** When a firing that failed for a transient reason is retried. Default: after 5, 15 and 30 minutes. */
  readonly retryDelaysMs: readonly number[]
  /** Number of consecutive failures after which an incident is opened. Default: 3. */
  readonly failuresToAlert: number
  /** Number of consecutive failures after which the job is paused. 0: never. Default: 10. */
  readonly failuresToPause: number
  /** Number of runs that are kept of each job. Default: 50. */
  readonly keptRuns: number
  /** How long a claim lasts without a renewal, in milliseconds. Default: 30,000. */
  readonly claimMs: number
}

const minuteMs = 60_000

export const defaultSettings: SchedulerSettings = {
  maxParallel: 10_000,
  graceMs: 10 * minuteMs,
  catchesUp: true,
  retryDelaysMs: [5 * minuteMs, 15 * minuteMs, 30 * minuteMs],
  failuresToAlert: 3,
  failuresToPause: 10,
  keptRuns: 50,
  claimMs: 30_000,
}
