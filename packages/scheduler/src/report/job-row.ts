import type { Job } from '../jobs/job.js'
import { payerOf } from '../jobs/payer-of.js'
import type { Run } from '../ledger/run.js'
import type { SourceResult } from '../ledger/source-result.js'
import { zoneOfJob } from './local-time.js'

/**
 * Formats a job for programs, with times in ISO format. `nextDueMs`: see {@link JobBook.nextDue}.
 * @param blocked Why its next run cannot start with these settings, if that is known. Its state is then
 * `blocked_config`.
 */
export function toJobRow(job: Job, nextDueMs: number | undefined, blocked?: string) {
  const state = blocked !== undefined && job.state === 'active' ? ('blocked_config' as const) : job.state
  const timezone = zoneOfJob(job)
  return {
    id: job.id,
    name: job.name,
    schedule: job.text,
    ...(timezone !== undefined && { timezone }),
    state: job.pending ? ('running' as const) : state,
    blocked_for: blocked ?? null,
    paused_for: job.pausedFor ?? null,
    next_due: nextDueMs === undefined ? null : iso(nextDueMs),
    last_run: job.lastRun ? iso(job.lastRun.startedAtMs) : null,
    last_status: job.lastRun?.status ?? null,
    runs: job.runs,
    failures_in_a_row: job.failures,
    repeat: job.repeat ?? null,
    deliver: job.deliver,
    created_by: job.createdBy,
    user: job.userId ?? null,
    paid_by: payerOf(job) ?? null,
    task: job.task,
  }
}

/** Formats a run for programs, with times in ISO format. */
export function toRunRow({
  jobId,
  dueMs,
  startedAtMs,
  endedAtMs,
  fence: _,
  sending: __,
  deliveries,
  sources,
  ...run
}: Run) {
  return {
    ...run,
    job: jobId,
    due: iso(dueMs),
    started: iso(startedAtMs),
    ended: endedAtMs === undefined ? null : iso(endedAtMs),
    ...(sources && { sources: sources.map(toSourceRow) }),
    deliveries: deliveries.map(({ atMs, messageIds: _, ...receipt }) => ({ ...receipt, at: iso(atMs) })),
  }
}

function toSourceRow({ job, resultAtMs, newest }: SourceResult) {
  return {
    job,
    result: resultAtMs === undefined ? null : iso(resultAtMs),
    newest: newest ? { state: newest.state, started: iso(newest.startedAtMs), reason: newest.reason ?? null } : null,
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
