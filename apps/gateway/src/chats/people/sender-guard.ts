import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { createRateGuard, type RateDecision } from './rate-guard.js'

/** Ends conversations with robots that write as a person, such as automatic replies that do not say so. */
export interface SenderGuard {
  /** `pause`: this message starts the pause of its sender, who is told. Deciding about a message again has the same result. */
  decide(id: string, message: InboundMessage, network: ChatNetwork): Promise<RateDecision>
}

/** Also how long the messages of a sender are ignored after too many. */
const windowMs = 3_600_000
/** In an hour, where everyone can write: more than a person writes mails. */
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

/** How many messages of a sender are answered in an hour. 0: all. */
export function senderLimitOf({ adapter, settings }: Pick<ChatNetwork, 'adapter' | 'settings'>): number {
  return settings.sender_limit ?? (adapter.limits.isOpen === true ? mostOfStrangers : 0)
}
