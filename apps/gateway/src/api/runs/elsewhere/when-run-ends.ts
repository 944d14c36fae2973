import { setTimeout as sleep } from 'node:timers/promises'
import type { RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'
import { lookMs, looksElsewhere } from './looks-elsewhere.js'

/** Returns the run once its end is stored, whichever process runs it. Returns it without an end if this process closes first, or `signal` is aborted. */
export async function whenRunEnds(run: RunRecord, services: RunServices, signal: AbortSignal): Promise<RunRecord> {
  const { runs, conversations } = services
  for (;;) {
    for await (const _ of looksElsewhere(run, services, signal));
    const settled = await runs.whenSettled(run.id)
    if (!settled || settled.end || conversations.isClosing || signal.aborted) return settled ?? run
    // This process is about to follow the run, or another one takes it over.
    await sleep(lookMs)
  }
}
