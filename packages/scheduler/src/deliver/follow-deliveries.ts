import { describeError, StoreError } from '@hermes/core'
import type { Incidents } from '../incidents/incidents.js'
import type { Job } from '../jobs/job.js'
import type { JobTable } from '../jobs/job-table.js'
import { isWaiting, waitingRunsAfter } from '../jobs/waiting-runs.js'
import { lastRunOf } from '../ledger/last-run.js'
import type { Receipt, Run } from '../ledger/run.js'
import type { RunTable } from '../ledger/run-table.js'
import type { Delivery } from './delivery.js'

export interface FollowOptions {
  readonly jobs: JobTable
  readonly runs: RunTable
  readonly incidents: Incidents
  readonly deliveries: readonly Delivery[]
  readonly now: () => number
}

/** Records the state of the messages of a job that waited for their targets. */
export async function followDeliveries(options: FollowOptions, job: Job): Promise<void> {
  const { jobs, runs } = options
  for (const runId of job.waitingRuns ?? []) {
    const run = await runs.get(job.id, runId)
    if (!run) await jobs.update(job.id, (current) => current && without(current, runId))
    else await followRun(options, job, run)
  }
}

async function followRun(options: FollowOptions, job: Job, run: Run): Promise<void> {
  const { jobs, runs, incidents } = options
  const receipts = await Promise.all(run.deliveries.map((receipt) => follow(options, job, receipt)))
  const changed = receipts.filter((receipt, index) => receipt !== run.deliveries[index])
  if (changed.length === 0 && isWaiting(run)) return
  // Written before the receipts, so that a crash in between repeats it instead of losing it.
  if (changed.length > 0) await incidents.noteDeliveries({ ...run, deliveries: receipts }, changed)
  const recorded = await runs.update(job.id, run.id, (current = run) => ({
    ...current,
    deliveries: current.deliveries.map((known) =>
      known.state === 'waiting' ? (changed.find(({ target }) => target === known.target) ?? known) : known,
    ),
  }))
  await jobs.update(job.id, (current) => current && recordRun(current, recorded))
}

async function follow({ deliveries, now }: FollowOptions, job: Job, receipt: Receipt): Promise<Receipt> {
  const { messageIds = [], ...rest } = receipt
  const delivery = deliveries.find((candidate) => candidate.serves(receipt.target))
  // Another process serves the target.
  if (receipt.state !== 'waiting' || !delivery?.follow) return receipt
  try {
    const state = await delivery.follow({ job, messageIds })
    return state === 'waiting' ? receipt : { ...rest, state, atMs: now() }
  } catch (error) {
    if (StoreError.is(error)) throw error
    return { ...rest, state: 'failed', atMs: now(), detail: describeError(error) }
  }
}

function recordRun(job: Job, run: Run): Job {
  const { waitingRuns: _, ...rest } = job
  const lastRun = job.lastRun?.startedAtMs === run.startedAtMs ? lastRunOf(run) : undefined
  return { ...rest, ...(lastRun && { lastRun }), ...waitingRunsAfter(job, run) }
}

/** Returns the job without a run that is no longer kept. */
function without(job: Job, runId: string): Job {
  return { ...job, waitingRuns: job.waitingRuns?.filter((id) => id !== runId) ?? [] }
}
