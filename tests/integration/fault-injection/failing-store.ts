import { type SessionStore, StoreError } from '@hermes/core'

/** The write operations of a store. */
export type StoreWrite = 'create' | 'update' | 'append'

/** Called before the write of this number (starting at 1). */
export type StoreFault = (write: StoreWrite, number: number) => Promise<void> | void

/** A store that calls `fault` before each write; when it throws, the write fails without effect. */
export function withFaults(store: SessionStore, fault: StoreFault): SessionStore {
  let number = 0
  const guard = async <Value>(write: StoreWrite, work: () => Promise<Value>) => {
    number += 1
    await fault(write, number)
    return work()
  }
  const { sessions, messages } = store
  return {
    ...store,
    sessions: {
      ...sessions,
      create: (session) => guard('create', () => sessions.create(session)),
      update: (id, changes) => guard('update', () => sessions.update(id, changes)),
    },
    messages: {
      ...messages,
      append: (id, added, options) => guard('append', () => messages.append(id, added, options)),
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

export function diskIsFull(): StoreError {
  return new StoreError('full', 'The disk is full: free some space.')
}
