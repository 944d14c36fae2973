import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { createRateGuard, type RateDecision } from './rate-guard.js'

/** Ends conversations with robots that write as a person, such as automatic replies that do not identify themselves. */
export interface SenderGuard {
  /** Decides about a message. `pause`: it starts the pause of its sender, who is told. Repeating it has the same result. */
  decide(id: string, message: InboundMessage, network: ChatNetwork): Promise<RateDecision>
}

/** The window, in milliseconds, which is also how long the messages of a sender are ignored after too many. */
const windowMs = 3_600_000
/** Maximum number of messages per hour where everyone can write, which is more than a person sends by mail. */
const mostOfStrangers = 30

export function createSenderGuard(values: ValueTable, now?: () => number): SenderGuard {
  const guard = createRateGuard(values, 'chat-senders', now)
  return {
    async decide(id, { sender, workspaceId = '' }, network) {
      const most = senderLimitOf(network)
      if (most === 0) return 'answer'
      const key = [network.name, workspaceId, sender.id].join(':')
      return guard.decide(id, key, { most, windowMs, pauseMs: windowMs })
    },
  }
}

/** Returns how many messages of a sender are answered per hour. 0: all. */
export function senderLimitOf({ adapter, settings }: Pick<ChatNetwork, 'adapter' | 'settings'>): number {
  return settings.sender_limit ?? (adapter.limits.isOpen === true ? mostOfStrangers : 0)
}
