import type { JsonValue } from '@hermes/core'
import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'
import { fromOutboundPayload, type OutboundPayload, toPayload } from '../network/payload.js'

/** Messages that are changed later, by the ids of their items. */
export interface KeptMessages {
  keep(id: string, sent: SentMessage, message: OutboundPayload): Promise<void>
  of(id: string, address: ChatAddress): Promise<SentMessage | undefined>
  forget(id: string): Promise<void>
  /** Returns the kept messages of all processes, including dead ones. */
  list(): Promise<readonly KeptMessage[]>
}

export interface KeptMessage {
  readonly id: string
  /** The message without its buttons. */
  readonly message: Pick<OutboundPayload, 'network' | 'address' | 'text'>
}

const namespace = 'chat-kept-messages'

export function createKeptMessages(values: ValueTable): KeptMessages {
  return {
    async keep(id, { messageId }, { network, address, text }) {
      await values.update(namespace, id, () => ({ messageId, message: toPayload({ network, address, text }) }))
    },
    async of(id, address) {
      const messageId = messageIdOf(await values.get(namespace, id))
      return messageId === undefined ? undefined : { ...address, messageId }
    },
    async forget(id) {
      await values.update(namespace, id, () => undefined)
    },
    async list() {
      const stored = await values.list(namespace)
      return stored.flatMap(({ key: id, value }) => {
        const message = isRecord(value) && value.message !== undefined ? fromOutboundPayload(value.message) : undefined
        return message ? [{ id, message }] : []
      })
    },
  }
}

/** Returns the message id that earlier versions stored instead. */
function messageIdOf(value: JsonValue | undefined): string | undefined {
  const messageId = isRecord(value) ? value.messageId : value
  return typeof messageId === 'string' ? messageId : undefined
}
