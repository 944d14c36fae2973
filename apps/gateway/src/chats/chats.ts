import type { BeginningTurn, ConversationNotice } from '@hermes/conversations'
import type { Delivery } from '@hermes/scheduler'
import type { ConnectionHealths } from './connect/connection-health.js'
import type { NetworkState } from './connect/network-state.js'
import type { ChatNetworks } from './network/chat-network.js'
import type { Notices } from './outbox/notices.js'
import type { Access } from './people/access.js'

export interface Chats {
  /** Live. */
  readonly networks: ChatNetworks
  /** Live. */
  readonly health: ConnectionHealths
  /** What other processes are shown of the networks. */
  states(): readonly NetworkState[]
  /** Sends results of jobs to chats. Absent without networks. */
  readonly delivery?: Delivery
  /** See {@link Access.isStranger}. */
  readonly isStranger: Access['isStranger']
  /** Brings what happened in a chat to its conversation, before a turn of it. */
  beforeTurn(turn: BeginningTurn): Promise<void>
  /**
   * Shows a text in the chat of a conversation, at once.
   * @param id Repeating it has no further effect.
   * @returns whether the conversation has a chat.
   */
  tell(text: Pick<ConversationNotice, 'id' | 'text'>, id: string): Promise<boolean>
  /** Shows a notice in the chat of its conversation, below the answer that the conversation is giving. */
  readonly tellNotice: Notices['tell']
  /** Receives from now on. The networks of all profiles of the process are known before. */
  receive(): void
  /** Applies changed settings of chat networks. Otherwise that happens within seconds. */
  refresh(): Promise<void>
  /** Receives nothing more. What was received and not started stays in the inbox. */
  stopReceiving(): Promise<void>
  /** Sends what is ready, for at most `graceMs`. Call it after the turns have ended. */
  stop(graceMs: number): Promise<void>
}

const nothing = async () => undefined
/** Without networks. */
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
