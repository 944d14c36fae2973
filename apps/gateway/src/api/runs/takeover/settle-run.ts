import { describeError } from '@hermes/core'
import type { RunEnd, RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'

/** Stores the end of a run that another process started. Never rejects: a failure is logged, and the run is taken over again. */
export async function settleRun(
  run: RunRecord,
  end: Promise<RunEnd | undefined>,
  { runs, limit, logger }: Pick<RunServices, 'runs' | 'limit' | 'logger'>,
): Promise<void> {
  const release = limit.enter()
  try {
    const settled = await end
    if (settled) await runs.settle(run, settled)
  } catch (error) {
    logger.log('error', 'A run of an earlier process was not finished.', { run: run.id, error: describeError(error) })
  } finally {
    release()
  }
}
