import type { BeginningTurn, ConversationNotice } from '@hermes/conversations'
import type { Delivery } from '@hermes/scheduler'
import type { ConnectionHealths } from './connect/connection-health.js'
import type { NetworkState } from './connect/network-state.js'
import type { ChatNetworks } from './network/chat-network.js'
import type { Notices } from './outbox/notices.js'
import type { Access } from './people/access.js'

export interface Chats {
  /** The current networks. */
  readonly networks: ChatNetworks
  /** The current health of the connections. */
  readonly health: ConnectionHealths
  /** The state of the networks, as shown to other processes. */
  states(): readonly NetworkState[]
  /** Sends job results to chats. Absent without networks. */
  readonly delivery?: Delivery
  /** See {@link Access.isStranger}. */
  readonly isStranger: Access['isStranger']
  /** Adds what happened in a chat to its conversation, before one of its turns. */
  beforeTurn(turn: BeginningTurn): Promise<void>
  /**
   * Shows a text in the chat of a conversation, at once.
   * @param id Repeating it has no further effect.
   * @returns whether the conversation has a chat.
   */
  tell(text: Pick<ConversationNotice, 'id' | 'text'>, id: string): Promise<boolean>
  /** Shows a notice in the chat of its conversation, below the current answer. */
  readonly tellNotice: Notices['tell']
  /** Starts receiving. The networks of all profiles of the process are known by then. */
  receive(): void
  /** Applies changed settings of chat networks at once, instead of within seconds. */
  refresh(): Promise<void>
  /** Stops receiving. Received events that were not started stay in the inbox. */
  stopReceiving(): Promise<void>
  /** Sends messages that are ready, for at most `graceMs`. Call it after the turns have ended. */
  stop(graceMs: number): Promise<void>
}

const nothing = async () => undefined
/** The chats of a gateway without networks. */
export const noChats: Chats = {
  networks: new Map(),
  health: new Map(),
  states: () => [],
  isStranger: async () => false,
  beforeTurn: nothing,
  tell: async () => false,
  tellNotice: nothing,
  receive: () => undefined,
  refresh: nothing,
  stopReceiving: nothing,
  stop: nothing,
}
