import { type SessionId, type SessionStore, StoreError } from '@hermes/core'

/** The write operations of a store. */
export type StoreWrite = 'create' | 'update' | 'append'

/** Called before each write, with its number (starting at 1). */
export type StoreFault = (write: StoreWrite, number: number) => Promise<void> | void

/**
 * Wraps a store so that it calls `fault` before each write; if that throws, the write fails without effect. The writes of a session stay in
 * order, however long `fault` takes.
 */
export function withFaults(store: SessionStore, fault: StoreFault): SessionStore {
  let number = 0
  const newest = new Map<SessionId, Promise<unknown>>()
  const guard = <Value>(write: StoreWrite, id: SessionId, work: () => Promise<Value>): Promise<Value> => {
    const own = ++number
    const before = newest.get(id) ?? Promise.resolve()
    const written = before.then(async () => {
      await fault(write, own)
      return work()
    })
    newest.set(
      id,
      written.catch(() => undefined),
    )
    return written
  }
  const { sessions, messages } = store
  return {
    ...store,
    sessions: {
      ...sessions,
      create: (session) => guard('create', session.id, () => sessions.create(session)),
      update: (id, changes) => guard('update', id, () => sessions.update(id, changes)),
    },
    messages: {
      ...messages,
      append: (id, added, options) => guard('append', id, () => messages.append(id, added, options)),
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

export function diskIsFull(): StoreError {
  return new StoreError('full', 'The disk is full: free some space.')
}
