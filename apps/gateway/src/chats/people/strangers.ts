import type { InboundEvent } from '@hermes/core/platform'
import { answerTo } from '../network/answer-to.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { addressOf } from '../network/chat-origin.js'
import type { Outbox } from '../outbox/outbox.js'
import type { Access } from './access.js'
import type { AuditEntry, AuditLog } from './audit-log.js'
import type { Pairing } from './pairing.js'

/** Handles people who may not write to the agent. */
export interface Strangers {
  /**
   * Records an event of a stranger, and offers them a code if the settings of the network say so, but never in groups.
   * @param id The id of the item with the event. Repeating it has no further effect.
   * @param what The audit event. `refused`: they were not a stranger when it arrived.
   */
  turnAway(
    id: string,
    event: InboundEvent,
    network: ChatNetwork,
    what: Pick<AuditEntry, 'event' | 'detail'>,
  ): Promise<void>
}

export interface StrangersOptions {
  readonly access: Pick<Access, 'identify'>
  readonly pairing: Pick<Pairing, 'request'>
  readonly outbox: Pick<Outbox, 'put'>
  readonly audit: Pick<AuditLog, 'add'>
}

export function createStrangers({ access, pairing, outbox, audit }: StrangersOptions): Strangers {
  async function offerPairing(id: string, event: InboundEvent, network: ChatNetwork): Promise<void> {
    const { adapter, settings } = network
    const { unauthorized = adapter.limits.isOpen ? 'ignore' : 'pair' } = settings
    if (event.chatType !== 'direct' || event.sender.isBot || unauthorized === 'ignore') return
    const isKnown = async (userId: string) =>
      (await access.identify({ sender: { id: userId }, chatType: 'direct' }, network)) !== undefined
    const code = await pairing.request(network.name, { userId: event.sender.id, address: addressOf(event) }, isKnown)
    if (code === undefined) return
    const text = `I do not know you yet. The owner of this agent can let you in with the code \`${code}\`. It is valid for an hour.`
    await outbox.put(`${id}!`, { ...answerTo(event, network), text })
  }

  return {
    async turnAway(id, event, network, what) {
      audit.add({ ...what, network: network.name, chat: event.chatId, user: event.sender.id })
      await offerPairing(id, event, network)
    },
  }
}
