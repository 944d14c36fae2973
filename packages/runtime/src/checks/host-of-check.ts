import { HermesError } from '@hermes/core'
import type { Host } from '@hermes/core/extension'
import type { HomePaths, Variables } from '../home/home-paths.js'

export interface HostOfCheck {
  readonly host: Host
  /** Whether the plugin has asked for something that is only there in a conversation. */
  readonly wasMissed: boolean
}

/** A host to create a plugin for its check: nothing is opened, called or logged for it. */
export function hostOfCheck({ home, cache }: Pick<HomePaths, 'home' | 'cache'>, variables: Variables): HostOfCheck {
  let wasMissed = false
  const missing = (): HermesError => {
    wasMissed = true
    return new HermesError('plugin/capability', 'This is not there while settings are checked.')
  }
  const host: Host = {
    logger: { log: () => undefined },
    redact: (text) => text,
    now: Date.now,
    get environment(): never {
      throw missing()
    },
    folders: { home, cache },
    auxiliary: () => undefined,
    fetch: async () => {
      throw missing()
    },
    get questions(): never {
      throw missing()
    },
    get store(): never {
      throw missing()
    },
    variables,
  }
  return {
    host,
    get wasMissed() {
      return wasMissed
    },
  }
}
