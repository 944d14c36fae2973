import type { InboundMessage } from '@hermes/core/platform'
import { type HostHooks, type JudgedMessage, untilAborted } from '@hermes/core/wiring'
import type { ChatNetwork } from '../network/chat-network.js'
import { isCommand } from '../network/chat-origin.js'

/** Asks the hooks of plugins before a message is served. */
export interface Dispatch {
  /** Whether there is a hook to ask. */
  isAsked(): boolean
  /** Returns the message as the hooks leave it. Rejects with the reason of `signal` if the gateway stops first: the message stays in the inbox. */
  judge(message: InboundMessage, network: ChatNetwork, signal: AbortSignal): Promise<JudgedMessage>
}

/** Commands that no hook gets: a person can always stop what runs, and the code of a link is a secret. */
const notAsked = /^\/(?:stop|deny|link)\b/i

/** @param hooks Returns the current hooks. */
export function createDispatch(hooks: () => HostHooks): Dispatch {
  return {
    isAsked: () => hooks().judgeMessage !== undefined,
    async judge(given, network, signal) {
      const { judgeMessage } = hooks()
      if (!judgeMessage || (isCommand(given) && notAsked.test(given.text))) return { action: 'serve' }
      // The context is meant only for the adapter.
      const { context: _, ...message } = given
      return untilAborted(judgeMessage({ source: network.name, message }), signal)
    },
  }
}
