import type { SessionId } from '@hermes/core'
import { splitText } from '@hermes/platforms'
import type { ConversationHomes } from '@hermes/platforms/messages'
import type { ChatNetworks } from '../network/chat-network.js'
import type { Outbox } from './outbox.js'

export interface TellHomeOptions {
  readonly networks: ChatNetworks
  readonly homes: Pick<ConversationHomes, 'of'>
  readonly outbox: Pick<Outbox, 'put'>
}

export interface HomeText {
  /** The id of the message. Repeating it has no further effect. */
  readonly id: string
  readonly conversation: SessionId
  readonly text: string
}

/**
 * Puts a text into the outbox for the chat of a conversation, in parts.
 * @returns `false` for a conversation without a chat, which is left alone.
 */
export async function tellHome(
  { id, conversation, text }: HomeText,
  { networks, homes, outbox }: TellHomeOptions,
): Promise<boolean> {
  const home = await homes.of(conversation)
  if (!home) return false
  const { key: _key, sender: _sender, ...place } = home
  const limit = networks.get(home.network)?.adapter.limits.text
  for (const [index, part] of (limit ? splitText(text, limit) : [text]).entries()) {
    await outbox.put(`${id}#${index}`, { ...place, text: part })
  }
  return true
}
