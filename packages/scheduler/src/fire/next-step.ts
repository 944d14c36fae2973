import type { Job, Pending } from '../jobs/job.js'
import type { DueTimes } from '../times/due-times.js'
import { firingId } from './firing-id.js'
import type { SchedulerSettings } from './settings.js'

/** What is to be done with a job now. */
export type NextStep =
  /** Nothing until `atMs`. Absent: until the job changes. */
  | { readonly kind: 'wait'; readonly atMs?: number }
  | { readonly kind: 'fire'; readonly pending: Pending; readonly cursorMs: number }
  /** The due time is not run. */
  | { readonly kind: 'skip'; readonly dueMs: number; readonly cursorMs: number }
  /** The clock was set back. */
  | { readonly kind: 'rewind'; readonly cursorMs: number }

/** Due times of the last minute are looked at again after the clock was set back; those that have run are known. */
const rewindMs = 60_000

/** @param nowMs Milliseconds since 1970. */
export function nextStep(job: Job, due: DueTimes, nowMs: number, settings: SchedulerSettings): NextStep {
  if (job.state !== 'active' || job.pending) return { kind: 'wait' }
  if (job.cursorMs > nowMs) {
    if (job.schedule.kind === 'once') return { kind: 'wait', atMs: job.schedule.atMs }
    return { kind: 'rewind', cursorMs: nowMs - rewindMs }
  }
  const dueMs = due.latest(job.cursorMs, nowMs)
  if (dueMs !== undefined) return fireOrSkip(job, dueMs, nowMs, settings)
  const { retry } = job
  if (retry && retry.atMs <= nowMs) {
    const id = firingId(job.id, retry.dueMs, retry.attempt)
    const { dueMs, attempt, event } = retry
    const pending = { id, dueMs, trigger: 'retry', attempt, ...(event && { event }) } as const
    return { kind: 'fire', pending, cursorMs: job.cursorMs }
  }
  const times = [due.after(nowMs), retry?.atMs].filter((time) => time !== undefined)
  return times.length === 0 ? { kind: 'wait' } : { kind: 'wait', atMs: Math.min(...times) }
}

function fireOrSkip(job: Job, dueMs: number, nowMs: number, { graceMs, catchesUp }: SchedulerSettings): NextStep {
  const isMissed = nowMs - dueMs > graceMs
  const makesUp = job.missed === undefined ? catchesUp : job.missed === 'once'
  if (isMissed && !makesUp) return { kind: 'skip', dueMs, cursorMs: dueMs }
  const trigger = isMissed ? 'catch-up' : 'schedule'
  const pending = { id: firingId(job.id, dueMs, 1), dueMs, trigger, attempt: 1 } as const
  return { kind: 'fire', pending, cursorMs: dueMs }
}
