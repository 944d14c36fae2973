import type { JsonValue } from './json.js'
import type { SessionId } from './session-id.js'

/**
 * Small values that are no conversation and that several processes share: task lists, cooldowns of credentials, what a
 * surface remembers. Each has a key in a namespace, which belongs to the feature that keeps it.
 */
export interface ValueTable {
  get(namespace: string, key: string): Promise<JsonValue | undefined>
  /** All of a namespace, by key. */
  list(namespace: string): Promise<readonly StoredValue[]>
  /**
   * Sets what `change` makes of the value that is there, in one step: of two that change it at the same time, the second one
   * sees what the first one made. `change` may run more than once. `undefined` removes the value. Resolves what is there now.
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
  /** Whose value it is: it goes with the session. */
  readonly sessionId?: SessionId
}

export interface StoredValue {
  readonly key: string
  readonly value: JsonValue
  readonly updatedAtMs: number
}
