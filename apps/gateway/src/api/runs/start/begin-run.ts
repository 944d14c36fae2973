import type { BeginningTurn } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import { turnUsage } from '../../tokens/turn-usage.js'
import type { RunBook } from '../record/run-book.js'

/** Notes where the usage of a run begins, so that a gateway that takes the run over knows all of it. Call it before each turn. */
export async function beginRun(
  { id, turnId }: Pick<BeginningTurn, 'id' | 'turnId'>,
  { runs, store }: { readonly runs: RunBook; readonly store: SessionStore },
): Promise<void> {
  if (!/^(run|resp)_/.test(turnId)) return
  const before = await turnUsage(id, store)
  if (before) await runs.begin(turnId, before)
}
