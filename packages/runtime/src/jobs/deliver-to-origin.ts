import { HermesError, type SessionStore } from '@hermes/core'
import type { Delivery } from '@hermes/scheduler'
import { chatOf } from './chat-of.js'
import { notConnected } from './not-connected.js'

export interface OriginDeliveries {
  /** Delivers to the end of a conversation. */
  readonly conversation: Delivery
  /** Deliveries to chats. Each serves the name of its network and finds the chat of the conversation that created the job. */
  readonly chats: readonly Delivery[]
}

/** Delivers to the target `origin`, where the job was created: to a chat as a message that people see, otherwise to the conversation. */
export function deliverToOrigin(
  store: Pick<SessionStore, 'values'>,
  { conversation, chats }: OriginDeliveries,
): Delivery {
  return {
    serves: (target) => target === 'origin',
    isIdempotent: [conversation, ...chats].every(({ isIdempotent }) => isIdempotent),
    async follow(message) {
      const { origin } = message.job
      const home = origin === undefined ? undefined : await chatOf(store, origin)
      const delivery = home && chats.find(({ serves }) => serves(home.network))
      // Only another process is connected to the network of the chat.
      return (await delivery?.follow?.(message)) ?? 'waiting'
    },
    async send(message, options) {
      const { origin } = message.job
      if (origin === undefined) throw new HermesError('schedule/job', 'No conversation created this job.')
      const home = await chatOf(store, origin)
      if (!home) return conversation.send(message, options)
      const delivery = chats.find(({ serves }) => serves(home.network))
      if (delivery) return delivery.send(message, options)
      throw notConnected(home.network)
    },
  }
}
