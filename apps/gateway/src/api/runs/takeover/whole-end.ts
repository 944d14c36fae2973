import { type StoredExchange, storedExchange } from '@hermes/conversations/stored'
import { tokensSince } from '../../tokens/tokens.js'
import { turnUsage } from '../../tokens/turn-usage.js'
import { textsIn } from '../output/texts-in.js'
import type { RunEnd, RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'

/** Returns the end of a run that another process started, including text and usage from before this process took it over. */
export async function wholeEnd(
  run: Pick<RunRecord, 'id' | 'sessionId'>,
  { texts, usage, withdrawn: _, ...end }: RunEnd,
  before: StoredExchange,
  { store, runs }: Pick<RunServices, 'store' | 'runs'>,
): Promise<RunEnd> {
  const exchange = await storedExchange(store, run.sessionId, run.id)
  // If the turn was compressed, the session no longer has its beginning.
  const all = exchange ? textsIn(exchange) : [...textsIn(before), ...texts]
  // The conversation's usage since then includes later turns.
  const used = exchange?.isLatest === false ? undefined : await usageOf(run, { store, runs })
  const whole = used ?? usage
  return { ...end, texts: all, ...(whole && { usage: whole }) }
}

async function usageOf(
  { id, sessionId }: Pick<RunRecord, 'id' | 'sessionId'>,
  { store, runs }: Pick<RunServices, 'store' | 'runs'>,
): Promise<RunEnd['usage']> {
  const before = (await runs.get(id))?.usageBefore
  const now = before && (await turnUsage(sessionId, store))
  return now && tokensSince(before, now)
}
