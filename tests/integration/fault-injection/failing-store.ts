import { type SessionStore, StoreError } from '@hermes/core'

/** What a store is asked for that changes it. */
export type StoreWrite = 'create' | 'update' | 'append'

/** Decides about the write of this number (the first is 1), before anything is written. */
export type StoreFault = (write: StoreWrite, number: number) => Promise<void> | void

/** A store that asks `fault` before each write; what that throws is the store's failure, and nothing is changed. */
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
