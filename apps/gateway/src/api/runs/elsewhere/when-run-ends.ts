import type { RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'
import { looksElsewhere } from './looks-elsewhere.js'

/** The run, once its end is stored, whichever process runs it. Without an end when this process closes before, or `signal` is aborted. */
export async function whenRunEnds(run: RunRecord, services: RunServices, signal: AbortSignal): Promise<RunRecord> {
  for await (const _ of looksElsewhere(run, services, signal));
  return (await services.runs.whenSettled(run.id)) ?? run
}
