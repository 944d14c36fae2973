import type { SessionId, SessionStore } from '@hermes/core'
import { type ClaimedConversation, claimConversation } from '@hermes/core/sessions'

/**
 * Claims a conversation unless a turn or other work on it is under way in any process.
 * @param root The first session of the lineage.
 * @returns `undefined` when work is under way.
 */
export async function claimIfFree(store: SessionStore, root: SessionId): Promise<ClaimedConversation | undefined> {
  const taken = new AbortController()
  try {
    return await claimConversation(store, root, { signal: taken.signal, onWait: () => taken.abort() })
  } catch (error) {
    if (taken.signal.aborted) return undefined
    throw error
  }
}
