import type { ValueTable } from '@hermes/core/sessions'

/** The shared chats of networks by name, as far as known people have written in them. */
export interface ChatNames {
  note(network: string, chatId: string, name: string): Promise<void>
  /** Lists the chats of one network. */
  list(network: string): Promise<readonly NamedChat[]>
}

export interface NamedChat {
  readonly chatId: string
  /** The name, chosen by people on the network. */
  readonly name: string
}

const namespace = 'chat-names'

export function createChatNames(values: ValueTable): ChatNames {
  return {
    async note(network, chatId, name) {
      const key = `${network}:${chatId}`
      if ((await values.get(namespace, key)) !== name) await values.update(namespace, key, () => name)
    },
    async list(network) {
      const rows = await values.list(namespace)
      return rows.flatMap(({ key, value }) =>
        key.startsWith(`${network}:`) && typeof value === 'string'
          ? [{ chatId: key.slice(network.length + 1), name: value }]
          : [],
      )
    },
  }
}
