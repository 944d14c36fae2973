import type { AcquireOptions } from '../contracts/sessions/lane-claims.js'
import type { SessionStore } from '../contracts/sessions/session-store.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { withGuard } from './guarded-store.js'

export interface ClaimedConversation extends AsyncDisposable {
  /** The store for writes to the conversation. It rejects them once another process has taken the conversation. */
  readonly store: SessionStore
  /** Aborted when the claim is lost, with the error that writes throw. */
  readonly lost: AbortSignal
}

/**
 * Waits until no other process works on a conversation, and claims it until the claim is disposed. A store without claims locks
 * nothing.
 * @param root The first session of the lineage.
 * @throws the reason of `options.signal` when it is aborted before that.
 */
export async function claimConversation(
  store: SessionStore,
  root: SessionId,
  options: Pick<AcquireOptions, 'signal' | 'onWait'>,
): Promise<ClaimedConversation> {
  const claim = await store.claims?.acquire(`turn ${root}`, options)
  return {
    store: claim ? withGuard(store, claim) : store,
    lost: claim?.signal ?? new AbortController().signal,
    async [Symbol.asyncDispose]() {
      await claim?.[Symbol.asyncDispose]()
    },
  }
}
