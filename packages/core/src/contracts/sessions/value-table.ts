import type { JsonValue } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'

/**
 * Small JSON values that processes share: task lists, credential cooldowns, surface state. Each value has a key in a
 * namespace that belongs to one feature.
 */
export interface ValueTable {
  get(namespace: string, key: string): Promise<JsonValue | undefined>
  /** Returns all values of a namespace, ordered by key. */
  list(namespace: string): Promise<readonly StoredValue[]>
  /**
   * Atomically replaces the stored value with the result of `change`: the second of two concurrent updates sees the result of
   * the first. `change` may be called more than once. If it returns `undefined`, the value is removed. Resolves to the new value.
   * @throws {StoreError} `not-found` when there is no such session.
   */
  update(
    namespace: string,
    key: string,
    change: (value: JsonValue | undefined) => JsonValue | undefined,
    options?: ValueOptions,
  ): Promise<JsonValue | undefined>
}

export interface ValueOptions {
  /** Ties the value to a session: deleting the session deletes it. */
  readonly sessionId?: SessionId
  /**
   * If true, a power failure within a second may undo the write; the death of the process may not. Saves a disk sync in a store that has one.
   * Default false.
   */
  readonly isVolatile?: boolean
}

export interface StoredValue {
  readonly key: string
  readonly value: JsonValue
  readonly updatedAtMs: number
}
