import { isRequested, type Job, type Pending } from '../jobs/job.js'
import { waitingRunsAfter } from '../jobs/waiting-runs.js'
import { lastRunOf } from '../ledger/last-run.js'
import type { Run } from '../ledger/run.js'
import type { Retry } from './retry-of.js'
import type { SchedulerSettings } from './settings.js'

export interface Settlement {
  readonly pending: Pending
  readonly run: Run
  /** The next attempt of a failed run. */
  readonly retry?: Retry | undefined
}

/** Returns the job after a firing has ended. A job that has another firing by now is unchanged. */
export function settleJob(job: Job, settlement: Settlement, settings: SchedulerSettings): Job {
  const { pending, run, retry } = settlement
  if (job.pending?.id !== pending.id) return job
  const { pending: _, refused: wasRefused, waitingRuns: __, ...others } = job
  const lastRun = lastRunOf(run)
  const rest = { ...others, ...(lastRun && { lastRun }), ...waitingRunsAfter(job, run) }
  if (run.state === 'skipped') {
    const refused = run.isRefused || wasRefused
    return { ...rest, ...(refused && { refused }), state: endOf(job, job.runs) }
  }
  if (retry) return { ...rest, retry }
  const failures = failuresAfter(job, run)
  const runs = job.runs + 1
  return orPaused({ ...rest, runs, failures, state: endOf(job, runs), ...sessionOf(job, run) }, settings)
}

/** Returns the job after the schedule has overtaken the next attempt of a failed run. */
export function settleOvertaken(job: Job, settings: SchedulerSettings): Job {
  const { retry: _, ...rest } = job
  const runs = job.runs + 1
  return orPaused({ ...rest, runs, failures: job.failures + 1, state: endOf(job, runs) }, settings)
}

/** Pauses a job that fails too often. */
function orPaused(job: Job, { failuresToPause }: SchedulerSettings): Job {
  if (job.state !== 'active' || failuresToPause === 0 || job.failures < failuresToPause) return job
  return { ...job, state: 'paused', pausedFor: `It failed ${job.failures} times in a row.` }
}

function failuresAfter({ failures }: Job, { state, isStopped }: Run): number {
  if (state === 'completed') return 0
  return isStopped ? failures : failures + 1
}

function endOf({ state, repeat, schedule, pending }: Job, runs: number): Job['state'] {
  const isOnce = schedule.kind === 'once' && pending !== undefined && !isRequested(pending)
  const isOver = repeat === undefined ? isOnce : runs >= repeat
  return isOver ? 'done' : state
}

function sessionOf(job: Job, run: Run): Pick<Job, 'sessionId'> {
  return job.task.conversation === 'same' && run.sessionId !== undefined ? { sessionId: run.sessionId } : {}
}
