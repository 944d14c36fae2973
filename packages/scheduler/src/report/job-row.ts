import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'

/** A job for programs, with times in ISO format. `nextDueMs`: see {@link JobBook.nextDue}. */
export function toJobRow(job: Job, nextDueMs: number | undefined) {
  return {
    id: job.id,
    name: job.name,
    schedule: job.text,
    ...(job.schedule.kind === 'cron' && { timezone: job.schedule.zone }),
    state: job.pending ? 'running' : job.state,
    paused_for: job.pausedFor ?? null,
    next_due: nextDueMs === undefined ? null : iso(nextDueMs),
    runs: job.runs,
    failures_in_a_row: job.failures,
    repeat: job.repeat ?? null,
    deliver: job.deliver,
    created_by: job.createdBy,
    task: job.task,
  }
}

/** A run for programs, with times in ISO format. */
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

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
