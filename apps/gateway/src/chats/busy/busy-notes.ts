import type { ConversationKey } from '@hermes/conversations'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkQueue } from '@hermes/core/queue'
import { answerTo } from '../network/answer-to.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { repliesQueue } from '../network/queues.js'
import type { Outbox } from '../outbox/outbox.js'

const texts = {
  queued: '⏳ I will answer this when the current turn is done. /stop ends that turn.',
  steered: '⏩ I will take this into account in the current turn.',
} as const

/** Acknowledges messages that arrive during a turn, once per turn. */
export interface BusyNotes {
  /** Tells that a message is about to wait, because its conversation is in the mode `queue`. */
  tellWaiting(lane: ConversationKey, message: BusyMessage): Promise<void>
  /** Tells that the running turn gets the message with its next tool results. */
  tellSteered(turnId: string, message: BusyMessage): Promise<void>
}

export interface BusyMessage {
  readonly event: InboundMessage
  readonly network: ChatNetwork
}

export interface BusyNotesOptions {
  readonly queue: Pick<WorkQueue, 'list'>
  readonly outbox: Pick<Outbox, 'put'>
  /** The setting `display.busy_ack_enabled`, read for each message. */
  readonly isOn: () => boolean
}

export function createBusyNotes({ queue, outbox, isOn }: BusyNotesOptions): BusyNotes {
  async function tell(turn: string, as: keyof typeof texts, { event, network }: BusyMessage): Promise<void> {
    await outbox.put(`${turn} busy`, { ...answerTo(event, network), text: texts[as] })
  }

  return {
    async tellWaiting(lane, message) {
      if (!isOn()) return
      const [running] = await queue.list({ queue: repliesQueue, lane, limit: 1 })
      if (running) await tell(running.id, 'queued', message)
    },
    async tellSteered(turnId, message) {
      if (isOn()) await tell(turnId, 'steered', message)
    },
  }
}
