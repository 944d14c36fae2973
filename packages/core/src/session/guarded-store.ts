import type { WriteGuard } from '../contracts/sessions/lane-claims.js'
import type { SessionStore } from '../contracts/sessions/session-store.js'

/** Returns the store with all writes to a conversation guarded by a claim: it rejects them once the claim is lost. */
export function withGuard(store: SessionStore, { lane, fence }: WriteGuard): SessionStore {
  const { sessions, messages } = store
  const guard = { lane, fence }
  return {
    ...store,
    sessions: {
      ...sessions,
      create: (session, options) => sessions.create(session, { ...options, guard }),
      update: (id, changes) => sessions.update(id, changes, { guard }),
      split: (id, continuation) => sessions.split(id, continuation, { guard }),
    },
    messages: {
      ...messages,
      append(id, added, options = {}) {
        // Usage is recorded even after the claim was lost.
        const isAccount = added.length === 0 && !options.settles && !options.puts
        return messages.append(id, added, isAccount ? options : { ...options, guard })
      },
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
