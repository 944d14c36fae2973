import type { SessionId } from '../../contracts/values/session-id.js'
import { claimConversation } from '../../session/claim-conversation.js'
import { rootOf } from '../../session/lineage.js'
import type { Wiring } from '../../session/wiring.js'
import type { SessionLocks } from './session-locks.js'

export interface LineageLock {
  readonly locks: SessionLocks
  readonly wiring: Wiring
  readonly sessionId: SessionId
  /** Aborts the wait for earlier turns. */
  readonly signal: AbortSignal
  /** Called when another process holds the conversation, before the wait. */
  readonly onWait?: (holder: string) => void
}

export interface HeldLineage {
  /** The wiring with guarded writes: the store rejects them once another process has taken the conversation. */
  readonly wiring: Wiring
  /** Aborted when the claim is lost, with the error that guarded writes throw. */
  readonly lost: AbortSignal
}

/** Serializes the work on a lineage, regardless of the id or process that starts it. */
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
