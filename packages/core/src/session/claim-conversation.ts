import type { AcquireOptions } from '../contracts/lane-claims.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionStore } from '../contracts/session-store.js'
import { withGuard } from './guarded-store.js'

export interface ClaimedConversation extends AsyncDisposable {
  /** The store, for writes to the conversation: it refuses them from the moment that another process has it. */
  readonly store: SessionStore
  /** Aborted when that is so, with the error that writes are refused with. */
  readonly lost: AbortSignal
}

/**
 * Waits until no other process works on a conversation, and keeps others out until the claim is disposed. A store without
 * claims keeps none out.
 * @param root the first session of the lineage.
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
