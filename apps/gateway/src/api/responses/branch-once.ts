import { type BranchOptions, branchConversation } from '@hermes/conversations/stored'
import type { SessionId } from '@hermes/core'
import { claimConversation } from '@hermes/core/sessions'

export interface BranchOnceOptions extends Pick<BranchOptions, 'store' | 'through'> {
  /** The id of the branch. */
  readonly id: SessionId
  /** Ends the wait for a request that is creating the same branch. */
  readonly signal: AbortSignal
}

/** Creates a branch, unless an earlier request with the same key has created it. A branch that a dead process left without its messages is created again. */
export async function branchOnce(
  from: SessionId,
  { store, id, signal, ...options }: BranchOnceOptions,
): Promise<SessionId> {
  await using _claim = await claimConversation(store, id, { signal })
  const made = await store.sessions.get(id)
  if (made && made.messageCount > 0) return id
  if (made) await store.sessions.delete(id)
  await branchConversation(from, { store, id, ...options })
  return id
}
