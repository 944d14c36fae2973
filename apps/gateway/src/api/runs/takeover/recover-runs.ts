import { describeError } from '@hermes/core'
import { type ThereIsRoomOptions, untilThereIsRoom } from '../../../until-there-is-room.js'
import type { RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'
import { settleRun } from './settle-run.js'
import { endOfQueued, type TakenRun, takeOverTurn } from './take-over-run.js'

/**
 * Takes over the runs of an earlier process. Interrupted turns are finished before anything else of their session, and queued inputs are resumed and
 * followed. Call it once at startup. Resolves when all runs are in progress.
 */
export async function recoverRuns(services: RunServices): Promise<void> {
  const { conversations, runs, logger } = services
  const wait: ThereIsRoomOptions = {
    onFull: (error) => logger.log('warn', `Runs wait for their store: ${describeError(error)}`),
  }
  const unsettled = await untilThereIsRoom(() => runs.unsettled(Date.now()), wait)
  const taken = new Map<RunRecord, TakenRun>()
  for (const run of unsettled) {
    const turn = await untilThereIsRoom(() => takeOverTurn(run, services), wait)
    if (turn) taken.set(run, turn)
  }
  await untilThereIsRoom(() => conversations.resumeQueued(), wait)
  for (const run of unsettled) {
    runs.track(run.id, settleRun(run, taken.get(run)?.end ?? endOfQueued(run, services), services))
  }
}
