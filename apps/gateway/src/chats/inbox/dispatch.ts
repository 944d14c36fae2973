import type { InboundMessage } from '@hermes/core/platform'
import { type HostHooks, type JudgedMessage, untilAborted } from '@hermes/core/wiring'
import type { ChatNetwork } from '../network/chat-network.js'
import { isCommand } from '../network/chat-origin.js'

/** What the hooks of plugins say before a message is served. */
export interface Dispatch {
  /** Whether a hook is asked at all. */
  isAsked(): boolean
  /** Rejects with the reason of `signal` when the gateway stops meanwhile: the message stays in the inbox. */
  judge(message: InboundMessage, network: ChatNetwork, signal: AbortSignal): Promise<JudgedMessage>
}

/** A person can always stop what runs, and the code of a link is a secret. */
const notAsked = /^\/(?:stop|deny|link)\b/i

/** @param hooks Those of now. */
export function createDispatch(hooks: () => HostHooks): Dispatch {
  return {
    isAsked: () => hooks().judgeMessage !== undefined,
    async judge(given, network, signal) {
      const { judgeMessage } = hooks()
      if (!judgeMessage || (isCommand(given) && notAsked.test(given.text))) return { action: 'serve' }
      // Opaque to everyone but the adapter.
      const { context: _, ...message } = given
      return untilAborted(judgeMessage({ source: network.name, message }), signal)
    },
  }
}
