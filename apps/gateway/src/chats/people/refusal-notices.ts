import type { InboundMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { laneOf } from '../outbox/lane-of.js'

/** Decides whether people are told that their budget is spent. */
export interface RefusalNotices {
  /**
   * Whether a person is told why a message is refused: once per day and chat, and again when the reason changes. In groups, never for a message that
   * does not address the agent. Asking again for the same item has the same result.
   */
  isDue(id: string, about: RefusedMessage): Promise<boolean>
}

export interface RefusedMessage {
  readonly event: InboundMessage
  readonly network: Pick<ChatNetwork, 'name' | 'isCalled'>
  readonly personId: string
  /** The reason, as told to the person. */
  readonly reason: string
}

const namespace = 'chat-refusals'
const dayMs = 86_400_000

const schema = z.object({ by: z.string(), day: z.number(), reason: z.string() })

export function createRefusalNotices(values: ValueTable, now: () => number = Date.now): RefusalNotices {
  return {
    async isDue(id, { event, network, personId, reason }) {
      if (event.chatType !== 'direct' && !event.isAddressed && network.isCalled?.(event.text) !== true) return false
      const key = `${laneOf({ network: network.name, address: event })} ${personId}`
      // Budgets reset at 0:00 UTC.
      const day = Math.floor(now() / dayMs)
      const told = await values.update(namespace, key, (stored) => {
        const earlier = storedValue(schema, stored)
        return earlier?.day === day && earlier.reason === reason ? earlier : { by: id, day, reason }
      })
      return schema.parse(told).by === id
    },
  }
}
