import { describeState, type Job, type Run } from '@hermes/scheduler'
import { oneLine } from '../../render/safe-text.js'
import type { JobsInUse } from './with-jobs.js'

/** A job for scripts, with times in ISO format. */
export function toJobRow(job: Job, { book }: JobsInUse) {
  const nextDueMs = book.nextDue(job)
  return {
    id: job.id,
    name: job.name,
    schedule: job.text,
    ...(job.schedule.kind === 'cron' && { timezone: job.schedule.zone }),
    state: job.pending ? 'running' : job.state,
    paused_for: job.pausedFor ?? null,
    next_due: nextDueMs === undefined ? null : new Date(nextDueMs).toISOString(),
    runs: job.runs,
    failures_in_a_row: job.failures,
    repeat: job.repeat ?? null,
    deliver: job.deliver,
    created_by: job.createdBy,
    task: job.task,
  }
}

export function toRunRow({ jobId, dueMs, startedAtMs, endedAtMs, fence: _, sending: __, deliveries, ...run }: Run) {
  return {
    ...run,
    job: jobId,
    due: iso(dueMs),
    started: iso(startedAtMs),
    ended: endedAtMs === undefined ? null : iso(endedAtMs),
    deliveries: deliveries.map(({ atMs, ...receipt }) => ({ ...receipt, at: iso(atMs) })),
  }
}

/** `3fa91c02  disk  every 10m  next 2027-01-31 09:00:00` */
export function jobLine(job: Job, { book, zone }: JobsInUse): string {
  return [job.id, job.name, job.text, describeState(job, book.nextDue(job), zone)].map(oneLine).join('  ')
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
