import { HermesError } from '@hermes/core'
import type { Host } from '@hermes/core/extension'
import type { HomePaths, Variables } from '../home/home-paths.js'

export interface CheckHost {
  readonly host: Host
  /** Whether the plugin has asked for something that is only available in a conversation. */
  readonly usedConversation: boolean
}

/** Creates a host with which a plugin can be created for its check. It opens, calls and logs nothing. */
export function createCheckHost({ home, cache }: Pick<HomePaths, 'home' | 'cache'>, variables: Variables): CheckHost {
  let usedConversation = false
  const missing = (): HermesError => {
    usedConversation = true
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
    get usedConversation() {
      return usedConversation
    },
  }
}
