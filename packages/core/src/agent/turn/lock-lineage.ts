import type { SessionId } from '../../contracts/session-id.js'
import { claimConversation } from '../../session/claim-conversation.js'
import { rootOf } from '../../session/lineage.js'
import type { Wiring } from '../../session/wiring.js'
import type { SessionLocks } from './session-locks.js'

export interface LineageLock {
  readonly locks: SessionLocks
  readonly wiring: Wiring
  readonly sessionId: SessionId
  /** Gives up waiting for those who are before. */
  readonly signal: AbortSignal
  /** Another process has it, and is waited for. */
  readonly onWait?: (holder: string) => void
}

export interface HeldLineage {
  /** Its store refuses every write from the moment that another process has the conversation. */
  readonly wiring: Wiring
  /** Aborted when that is so, with the error that its writes are refused with. */
  readonly lost: AbortSignal
}

/** One piece of work at a time for a whole lineage, whichever of its ids it was started with, and in whichever process. */
export function lockLineage<Result>(lock: LineageLock, work: (held: HeldLineage) => Promise<Result>): Promise<Result> {
  const { locks, wiring, sessionId, signal } = lock
  return locks.run(sessionId, signal, async () => {
    const record = await wiring.store.sessions.get(sessionId)
    const root = record ? (await rootOf(wiring.store, record)).id : sessionId
    const claimed = () => withClaim(lock, root, work)
    return root === sessionId ? claimed() : locks.run(root, signal, claimed)
  })
}

async function withClaim<Result>(
  { wiring, signal, onWait }: LineageLock,
  root: SessionId,
  work: (held: HeldLineage) => Promise<Result>,
): Promise<Result> {
  await using claim = await claimConversation(wiring.store, root, { signal, ...(onWait && { onWait }) })
  return await work({ wiring: { ...wiring, store: claim.store }, lost: claim.lost })
}
