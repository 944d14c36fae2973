import type { Run } from '../ledger/run.js'
import type { Job } from './job.js'

/** Returns the runs of a job with a waiting message, after one of the runs has ended or changed. */
export function waitingRunsAfter({ waitingRuns = [] }: Job, run: Run): Pick<Job, 'waitingRuns'> {
  const others = waitingRuns.filter((id) => id !== run.id)
  const left = isWaiting(run) ? [...others, run.id] : others
  return left.length > 0 ? { waitingRuns: left } : {}
}

/** Whether a message of the run waits for its target. */
export function isWaiting({ deliveries }: Pick<Run, 'deliveries'>): boolean {
  return deliveries.some(({ state }) => state === 'waiting')
}
