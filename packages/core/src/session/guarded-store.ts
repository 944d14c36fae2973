import type { WriteGuard } from '../contracts/lane-claims.js'
import type { SessionStore } from '../contracts/session-store.js'

/** The store as the holder of a claim writes to it: from the moment that the claim is lost, each write is refused. */
export function withGuard(store: SessionStore, { lane, fence }: WriteGuard): SessionStore {
  const { sessions, messages } = store
  const guard = { lane, fence }
  return {
    ...store,
    sessions: {
      ...sessions,
      create: (session) => sessions.create(session, { guard }),
      update: (id, changes) => sessions.update(id, changes, { guard }),
      split: (id, continuation) => sessions.split(id, continuation, { guard }),
    },
    messages: {
      ...messages,
      append(id, added, options = {}) {
        // What model calls have cost is owed, whoever has the conversation now.
        const isAccount = added.length === 0 && !options.settles && !options.puts
        return messages.append(id, added, isAccount ? options : { ...options, guard })
      },
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
