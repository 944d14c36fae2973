import { StoreError } from '@hermes/core'
import type { OwnWork } from '../../../own-work/own-work.js'
import type { RunServices } from '../start/start-run.js'
import { settleRun } from './settle-run.js'
import { endOfQueued, takeOverTurn } from './take-over-run.js'

/** The queue with one item for each run without an end, so that another replica notices when the process of a run has died. */
export const runsQueue = 'api-runs'

export interface WorkOnRunsServices extends RunServices {
  readonly runWork: OwnWork
}

/** Follows the runs of this process, and takes over runs of dead ones, until `signal` is aborted. */
export async function workOnRuns(services: WorkOnRunsServices, signal: AbortSignal): Promise<void> {
  const { runs, runWork } = services
  await runWork.work(async ({ id }) => {
    if (!runs.isTracked(id) && !signal.aborted) await takeOverRun(id, services)
    const run = await runs.whenSettled(id)
    // The next process takes the run over.
    if (run && !run.end) throw new StoreError('unavailable', 'The process stops before the run has ended.')
  }, signal)
}

async function takeOverRun(id: string, services: WorkOnRunsServices): Promise<void> {
  const { runs, conversations } = services
  const run = await runs.get(id)
  if (!run || run.end) return
  const turn = await takeOverTurn(run, services)
  if (!turn) await conversations.resumeQueued()
  runs.track(id, settleRun(run, turn?.end ?? endOfQueued(run, services), services))
}
