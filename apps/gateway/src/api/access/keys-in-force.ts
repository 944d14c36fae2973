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
  /** Tells the owner of the gateway something. */
  readonly say: (line: string) => void
  readonly now: () => number
}

/** Interval of checks for changed settings, in milliseconds. A caller without a budget starts no turn that would read them. */
const refreshMs = 5_000

/**
 * Returns the keys of the settings, within seconds of a change. Invalid keys leave the previous ones in force.
 * @throws {ConfigError} if the keys are invalid at the start.
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
