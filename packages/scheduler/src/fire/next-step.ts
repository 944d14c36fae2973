import type { Job, Pending } from '../jobs/job.js'
import { nextEvent } from '../jobs/waiting-events.js'
import type { DueTimes } from '../times/due-times.js'
import { firingId } from './firing-id.js'
import type { Retry } from './retry-of.js'
import type { SchedulerSettings } from './settings.js'

/** What to do with a job now. */
export type NextStep =
  /** Nothing until `atMs`. When absent, nothing until the job changes. */
  | { readonly kind: 'wait'; readonly atMs?: number }
  | { readonly kind: 'fire'; readonly pending: Pending; readonly cursorMs: number }
  /** Skip the due time without a run. */
  | { readonly kind: 'skip'; readonly dueMs: number; readonly cursorMs: number }
  /** Count the failure of a run now, because the schedule is due before its next attempt. */
  | { readonly kind: 'overtake' }
  /** Move the cursor back, because the clock was set back. */
  | { readonly kind: 'rewind'; readonly cursorMs: number }

/** Due times of the last minute are checked again after the clock was set back; those that have run are known. */
const rewindMs = 60_000

/** @param nowMs Milliseconds since 1970. */
export function nextStep(job: Job, due: DueTimes, nowMs: number, settings: SchedulerSettings): NextStep {
  if (job.pending) return { kind: 'wait' }
  const { retry } = job
  const isRetryDue = retry !== undefined && retry.atMs <= nowMs
  // The event comes in addition to the schedule, so it must neither replace it nor keep it from running.
  if (isRetryDue && retry.event) return fireRetry(job, retry)
  // The attempts of an event take precedence over the next event.
  const pending = retry?.event ? undefined : nextEvent(job, nowMs)
  if (pending) return { kind: 'fire', pending, cursorMs: job.cursorMs }
  if (job.state !== 'active') return retry?.event ? { kind: 'wait', atMs: retry.atMs } : { kind: 'wait' }
  if (job.cursorMs > nowMs) {
    if (job.schedule.kind === 'once') return waitFor(job.schedule.atMs, retry?.atMs)
    return { kind: 'rewind', cursorMs: nowMs - rewindMs }
  }
  const dueMs = due.latest(job.cursorMs, nowMs)
  if (dueMs !== undefined) {
    return retry && !retry.event ? { kind: 'overtake' } : fireOrSkip(job, dueMs, nowMs, settings)
  }
  return isRetryDue ? fireRetry(job, retry) : waitFor(due.after(nowMs), retry?.atMs)
}

function waitFor(...times: readonly (number | undefined)[]): NextStep {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? { kind: 'wait' } : { kind: 'wait', atMs: Math.min(...known) }
}

function fireRetry({ id: jobId, cursorMs }: Job, { dueMs, attempt, event }: Retry): NextStep {
  const id = firingId(jobId, dueMs, attempt)
  return { kind: 'fire', pending: { id, dueMs, trigger: 'retry', attempt, ...(event && { event }) }, cursorMs }
}

function fireOrSkip(job: Job, dueMs: number, nowMs: number, { graceMs, catchesUp }: SchedulerSettings): NextStep {
  const isMissed = nowMs - dueMs > graceMs
  const makesUp = job.missed === undefined ? catchesUp : job.missed === 'once'
  if (isMissed && !makesUp) return { kind: 'skip', dueMs, cursorMs: dueMs }
  const trigger = isMissed ? 'catch-up' : 'schedule'
  const pending = { id: firingId(job.id, dueMs, 1), dueMs, trigger, attempt: 1 } as const
  return { kind: 'fire', pending, cursorMs: dueMs }
}
