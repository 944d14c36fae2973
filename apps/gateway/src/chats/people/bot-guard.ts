import type { InboundEvent } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { laneOf } from '../outbox/lane-of.js'

/** Ends conversations in which bots only answer each other. */
export interface BotGuard {
  /** `pause`: this message starts the pause of its chat, which is announced there. Deciding about an event again has the same result. */
  decide(id: string, event: InboundEvent, network: ChatNetwork): Promise<'answer' | 'ignore' | 'pause'>
}

const namespace = 'chat-bots'
const windowMs = 300_000
/** How long messages of bots are ignored after too many. */
export const pauseMs = 600_000

const chatSchema = z.object({
  seen: z.array(z.object({ id: z.string(), atMs: z.number() })),
  paused: z.object({ by: z.string(), untilMs: z.number() }).optional(),
})

export function createBotGuard(values: ValueTable, now: () => number = Date.now): BotGuard {
  return {
    async decide(id, event, { name, settings }) {
      const { bots, bot_limit: limit } = settings
      if (bots === 'none' || (bots === 'mentions' && event.type === 'message' && !event.isAddressed)) return 'ignore'
      let decision: 'answer' | 'ignore' | 'pause' = 'answer'
      await values.update(namespace, laneOf({ network: name, address: event }), (stored) => {
        const { seen: earlier, paused } = storedValue(chatSchema, stored) ?? { seen: [] }
        const atMs = now()
        if (paused && atMs < paused.untilMs) {
          decision = paused.by === id ? 'pause' : 'ignore'
          return stored
        }
        const others = earlier.filter((each) => each.id !== id && atMs - each.atMs < windowMs)
        decision = others.length < limit ? 'answer' : 'pause'
        return decision === 'answer'
          ? { seen: [...others, { id, atMs }] }
          : { seen: [], paused: { by: id, untilMs: atMs + pauseMs } }
      })
      return decision
    },
  }
}
