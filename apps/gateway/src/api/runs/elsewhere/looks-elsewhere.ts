import { setTimeout as sleep } from 'node:timers/promises'
import type { RunRecord } from '../record/run-record.js'
import { runningIn } from '../start/run-state.js'
import type { RunServices } from '../start/start-run.js'

/** Interval at which a run of another process is checked, in milliseconds. */
export const lookMs = 250

/**
 * Yields once per check of a run of another process, until the run has ended, this process has it or closes, or `signal` is aborted. Yields
 * nothing for any other run.
 */
export async function* looksElsewhere(
  run: RunRecord,
  services: RunServices,
  signal: AbortSignal,
): AsyncGenerator<void> {
  while (!signal.aborted && (await isElsewhere(run, services))) {
    yield
    await sleep(lookMs)
  }
}

async function isElsewhere(run: RunRecord, services: RunServices): Promise<boolean> {
  const { runs, conversations } = services
  if (run.end || conversations.isClosing || runs.isTracked(run.id) || runningIn(run, services)) return false
  const stored = await runs.get(run.id)
  return stored !== undefined && stored.end === undefined
}
