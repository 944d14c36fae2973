import type { Translate } from '@hermes/safety/language'
import { describeState, type Job, toJobRow } from '@hermes/scheduler'
import { oneLine } from '../../render/text/safe-text.js'
import type { JobsInUse } from './with-jobs.js'

/** Returns a job for scripts. */
export function jobRow(job: Job, { book }: JobsInUse) {
  return toJobRow(job, book.nextDue(job), book.whyBlocked(job))
}

/** Returns a job as a line: `3fa91c02  disk  every 10m  next 2027-01-31 09:00:00`. */
export function jobLine(job: Job, { book, zone }: JobsInUse, t: Translate): string {
  const state = describeState(job, { nextDueMs: book.nextDue(job), zone, blocked: book.whyBlocked(job), t })
  return [job.id, job.name, job.text, state].map(oneLine).join('  ')
}
