import type { Job, Pending } from '../jobs/job.js'
import { dueTimesOf } from '../times/due-times.js'
import type { SchedulerSettings } from './settings.js'

export type Retry = NonNullable<Job['retry']>

/**
 * Returns the next attempt of a firing that failed for a transient reason. `undefined`: there is none, and the failure
 * counts. This is the case after the last attempt, and when the schedule is due before the next attempt: a job that
 * runs every minute would otherwise never fail. An event comes only once, so its attempts are made whatever is due. A
 * job has at most one pending attempt at a time.
 */
export function retryOf(
  job: Job,
  { dueMs, attempt, event }: Pending,
  nowMs: number,
  { retryDelaysMs }: Pick<SchedulerSettings, 'retryDelaysMs'>,
): Retry | undefined {
  const delayMs = retryDelaysMs[attempt - 1]
  if (delayMs === undefined || job.retry) return undefined
  const retry = { dueMs, atMs: nowMs + delayMs, attempt: attempt + 1, ...(event && { event }) }
  if (event) return retry
  const nextMs = job.state === 'active' ? dueTimesOf(job.schedule).after(nowMs) : nowMs
  return nextMs === undefined || nextMs > retry.atMs ? retry : undefined
}
