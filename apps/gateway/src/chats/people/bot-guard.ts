import type { InboundEvent } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork } from '../network/chat-network.js'
import { laneOf } from '../outbox/lane-of.js'
import { createRateGuard, type RateDecision } from './rate-guard.js'

/** Ends conversations in which bots only answer each other. */
export interface BotGuard {
  /** Decides about an event. `pause`: this message starts the pause of its chat, which is announced there. Repeating it for an event has the same result. */
  decide(id: string, event: InboundEvent, network: ChatNetwork): Promise<RateDecision>
}

const windowMs = 300_000
/** How long messages of bots are ignored after too many, in milliseconds. */
export const pauseMs = 600_000

export function createBotGuard(values: ValueTable, now?: () => number): BotGuard {
  const guard = createRateGuard(values, 'chat-bots', now)
  return {
    async decide(id, event, { name, settings }) {
      const { bots, bot_limit: most } = settings
      if (bots === 'none' || (bots === 'mentions' && event.type === 'message' && !event.isAddressed)) return 'ignore'
      return guard.decide(id, laneOf({ network: name, address: event }), { most, windowMs, pauseMs })
    },
  }
}
