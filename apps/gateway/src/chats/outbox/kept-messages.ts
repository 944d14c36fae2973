import type { ChatAddress, SentMessage } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'

/** Messages that are changed later, by the ids of their items. */
export interface KeptMessages {
  keep(id: string, sent: SentMessage): Promise<void>
  of(id: string, address: ChatAddress): Promise<SentMessage | undefined>
  forget(id: string): Promise<void>
}

const namespace = 'chat-kept-messages'

export function createKeptMessages(values: ValueTable): KeptMessages {
  return {
    async keep(id, { messageId }) {
      await values.update(namespace, id, () => messageId)
    },
    async of(id, address) {
      const messageId = await values.get(namespace, id)
      return typeof messageId === 'string' ? { ...address, messageId } : undefined
    },
    async forget(id) {
      await values.update(namespace, id, () => undefined)
    },
  }
}
