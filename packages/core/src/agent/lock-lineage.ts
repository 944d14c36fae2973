import type { SessionId } from '../contracts/session-id.js'
import { rootOf } from '../session/lineage.js'
import type { SessionLocks } from './session-locks.js'
import type { Wiring } from './wiring.js'

export interface LineageLock {
  readonly locks: SessionLocks
  readonly wiring: Pick<Wiring, 'store'>
  readonly sessionId: SessionId
  /** Gives up waiting for those who are before. */
  readonly signal: AbortSignal
}

/** One piece of work at a time for a whole lineage, whichever of its ids it was started with. */
export function lockLineage<Result>(
  { locks, wiring, sessionId, signal }: LineageLock,
  work: () => Promise<Result>,
): Promise<Result> {
  return locks.run(sessionId, signal, async () => {
    const record = await wiring.store.sessions.get(sessionId)
    const root = record && (await rootOf(wiring.store, record)).id
    return root === undefined || root === sessionId ? work() : locks.run(root, signal, work)
  })
}
