import type { BeginningTurn } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import { turnUsage } from '../../tokens/turn-usage.js'
import type { RunBook } from '../record/run-book.js'

/** Records the usage before a run, so that a gateway that takes it over knows the whole usage. Call it before each turn. */
export async function beginRun(
  { id, turnId }: Pick<BeginningTurn, 'id' | 'turnId'>,
  { runs, store }: { readonly runs: RunBook; readonly store: SessionStore },
): Promise<void> {
  if (!/^(run|resp)_/.test(turnId)) return
  const before = await turnUsage(id, store)
  if (before) await runs.begin(turnId, before)
}
