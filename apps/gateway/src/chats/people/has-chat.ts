import type { SessionId } from '@hermes/core'
import type { ConversationHomes } from '@hermes/platforms/messages'
import { type AccessOptions, createAccess, ownerId } from './access.js'

/**
 * Whether the chat of a conversation still belongs to a person (`undefined`: the owner). It no longer does once its account was unlinked from them
 * or may no longer write. Conversations without a chat, and those that several people share, belong to no account.
 */
export type HasChat = (conversation: SessionId, personId: string | undefined) => Promise<boolean>

export interface HasChatOptions extends AccessOptions {
  readonly homes: Pick<ConversationHomes, 'of'>
}

export function createHasChat({ homes, ...options }: HasChatOptions): HasChat {
  const { networks, links } = options
  const access = createAccess(options)
  return async (conversation, personId = ownerId) => {
    const home = await homes.of(conversation)
    if (home?.sender === undefined) return true
    const network = networks.get(home.network)
    if (!network) return true
    const sender = { id: home.sender }
    for (const chatType of ['direct', 'group'] as const) {
      const who = await access.identify({ sender, chatType }, network)
      if (who?.person.id === personId) return true
      // Conversations that an account started continue after it was linked to the person.
      if (who && (await links.identitiesOf(who.person.id)).includes(personId)) return true
    }
    return false
  }
}
