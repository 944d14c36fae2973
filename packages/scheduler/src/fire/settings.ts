/** How firings are treated. Every member has a default. */
export interface SchedulerSettings {
  /** How many jobs run at the same time in this process. Default: no limit. */
  readonly maxParallel: number
  /** A firing that starts later than this after its due time counts as missed. Default 10 minutes. */
  readonly graceMs: number
  /** Whether missed due times are made up by one run, for jobs that do not say. Default true. */
  readonly catchesUp: boolean
  /** When a firing that failed for a passing reason is tried again. Default after 5, 15 and 30 minutes. */
  readonly retryDelaysMs: readonly number[]
  /** An incident is opened after this many failures in a row. Default 3. */
  readonly failuresToAlert: number
  /** The job is paused after this many failures in a row. 0: never. Default 10. */
  readonly failuresToPause: number
  /** The number of runs that are kept of each job. Default 50. */
  readonly keptRuns: number
  /** How long a claim lasts without a renewal, in milliseconds. Default 30,000. */
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
