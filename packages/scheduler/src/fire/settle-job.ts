import type { Job, Pending } from '../jobs/job.js'
import { waitingRunsAfter } from '../jobs/waiting-runs.js'
import { lastRunOf } from '../ledger/last-run.js'
import type { Run } from '../ledger/run.js'
import type { SchedulerSettings } from './settings.js'

export interface Settlement {
  readonly pending: Pending
  readonly run: Run
  /** The failure may pass: see `RunOutcome`. */
  readonly isPassing: boolean
  readonly nowMs: number
}

/** The job after a firing has ended. A job that has another firing by now stays as it is. */
export function settleJob(job: Job, settlement: Settlement, settings: SchedulerSettings): Job {
  const { pending, run, nowMs } = settlement
  if (job.pending?.id !== pending.id) return job
  const { pending: _, retry: __, refused: wasRefused, waitingRuns: ___, ...others } = job
  const lastRun = lastRunOf(run)
  const rest = { ...others, ...(lastRun && { lastRun }), ...waitingRunsAfter(job, run) }
  if (run.state === 'skipped') {
    const refused = run.isRefused || wasRefused
    return { ...rest, ...(refused && { refused }), state: endOf(job, job.runs) }
  }
  const delayMs = settlement.isPassing ? settings.retryDelaysMs[pending.attempt - 1] : undefined
  if (delayMs !== undefined) {
    const { dueMs, attempt, event } = pending
    return { ...rest, retry: { dueMs, atMs: nowMs + delayMs, attempt: attempt + 1, ...(event && { event }) } }
  }
  const failures = failuresAfter(job, run)
  const runs = job.runs + 1
  const settled = { ...rest, runs, failures, state: endOf(job, runs), ...sessionOf(job, run) }
  const { failuresToPause } = settings
  if (settled.state !== 'active' || failuresToPause === 0 || failures < failuresToPause) return settled
  return { ...settled, state: 'paused', pausedFor: `It failed ${failures} times in a row.` }
}

function failuresAfter({ failures }: Job, { state, isStopped }: Run): number {
  if (state === 'completed') return 0
  return isStopped ? failures : failures + 1
}

function endOf({ state, repeat, schedule, pending }: Job, runs: number): Job['state'] {
  const isOver = repeat === undefined ? schedule.kind === 'once' && pending?.trigger !== 'manual' : runs >= repeat
  return isOver ? 'done' : state
}

function sessionOf(job: Job, run: Run): Pick<Job, 'sessionId'> {
  return job.task.conversation === 'same' && run.sessionId !== undefined ? { sessionId: run.sessionId } : {}
}
