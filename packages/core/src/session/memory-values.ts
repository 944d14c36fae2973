import { StoreError } from '../contracts/errors/errors.js'
import type { StoredValue, ValueTable } from '../contracts/sessions/value-table.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { deepFreeze } from '../json/deep-freeze.js'

export interface MemoryValues extends ValueTable {
  /** Drops the values of a session. */
  forget(sessionId: SessionId): void
}

interface Entry extends StoredValue {
  readonly namespace: string
  readonly sessionId?: SessionId
}

export interface MemoryValuesOptions {
  readonly hasSession: (id: SessionId) => boolean
  /** The current time. Default `Date.now`. */
  readonly now?: () => number
}

/** Creates values within one process. */
export function createMemoryValues({ hasSession, now = Date.now }: MemoryValuesOptions): MemoryValues {
  const entries = new Map<string, Entry>()
  const nameOf = (namespace: string, key: string) => JSON.stringify([namespace, key])
  return {
    async get(namespace, key) {
      return entries.get(nameOf(namespace, key))?.value
    },
    async list(namespace) {
      return [...entries.values()]
        .filter((entry) => entry.namespace === namespace)
        .map(({ key, value, updatedAtMs }) => ({ key, value, updatedAtMs }))
        .sort((left, right) => (left.key < right.key ? -1 : 1))
    },
    async update(namespace, key, change, { sessionId } = {}) {
      if (sessionId !== undefined && !hasSession(sessionId)) {
        throw new StoreError('not-found', `There is no session "${sessionId}" to store a value for.`)
      }
      const name = nameOf(namespace, key)
      const before = entries.get(name)?.value
      const value = change(before)
      if (value === before) return before
      if (value === undefined) {
        entries.delete(name)
        return undefined
      }
      const own = deepFreeze(structuredClone(value))
      const owner = sessionId === undefined ? {} : { sessionId }
      entries.set(name, { namespace, key, value: own, updatedAtMs: now(), ...owner })
      return own
    },
    forget(sessionId) {
      for (const [name, entry] of entries) if (entry.sessionId === sessionId) entries.delete(name)
    },
  }
}
