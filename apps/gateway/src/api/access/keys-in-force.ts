import { describeError } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import type { ApiKey } from './api-key.js'
import { apiKeys } from './api-keys.js'

/** The keys that callers may send now. */
export type KeysInForce = () => Promise<readonly ApiKey[]>

export interface KeysInForceOptions {
  readonly settings: () => Config['gateway']['api_server']
  /** Reads changed settings. */
  readonly refresh: () => Promise<unknown>
  /** Tells the owner of the gateway. */
  readonly say: (line: string) => void
  readonly now: () => number
}

/** Settings may change at any time, and a caller without a budget starts no turn that would read them. */
const refreshMs = 5_000

/**
 * The keys of the settings, within seconds of a change. Keys that cannot work leave those before in force.
 * @throws {ConfigError} when those of the start cannot work.
 */
export function createKeysInForce({ settings, refresh, say, now }: KeysInForceOptions): KeysInForce {
  let applied = settings()
  let keys = apiKeys(applied)
  let lookedAtMs = now()

  function apply(): void {
    if (settings() === applied) return
    applied = settings()
    try {
      keys = apiKeys(applied)
    } catch (error) {
      say(`The keys of the API stay as they were: ${describeError(error)}`)
    }
  }

  return async () => {
    if (now() - lookedAtMs >= refreshMs) {
      lookedAtMs = now()
      await refresh()
    }
    apply()
    return keys
  }
}
