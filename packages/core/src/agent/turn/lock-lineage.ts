import type { SessionId } from '../../contracts/session-id.js'
import { rootOf } from '../../session/lineage.js'
import type { Wiring } from '../wiring.js'
import type { SessionLocks } from './session-locks.js'

export interface LineageLock {
  readonly locks: SessionLocks
  readonly wiring: Pick<Wiring, 'store' | 'leases'>
  readonly sessionId: SessionId
  /** Gives up waiting for those who are before. */
  readonly signal: AbortSignal
  /** Another process has it, and is waited for. */
  readonly onWait?: (holder: string) => void
}

/** One piece of work at a time for a whole lineage, whichever of its ids it was started with, and in whichever process. */
export function lockLineage<Result>(lock: LineageLock, work: () => Promise<Result>): Promise<Result> {
  const { locks, wiring, sessionId, signal } = lock
  return locks.run(sessionId, signal, async () => {
    const record = await wiring.store.sessions.get(sessionId)
    const root = record ? (await rootOf(wiring.store, record)).id : sessionId
    const leased = () => withLease(lock, root, work)
    return root === sessionId ? leased() : locks.run(root, signal, leased)
  })
}

async function withLease<Result>(
  { wiring, signal, onWait }: LineageLock,
  root: SessionId,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!wiring.leases) return work()
  await using _lease = await wiring.leases.acquire(root, { signal, ...(onWait && { onWait }) })
  return await work()
}
