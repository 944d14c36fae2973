import type { BeginningTurn, ConversationNotice, Person } from '@hermes/conversations'
import type { Delivery, Job } from '@hermes/scheduler'
import type { ConnectionHealths } from './connect/connection-health.js'
import type { NetworkState } from './connect/network-state.js'
import type { ChatNetworks } from './network/chat-network.js'

export interface Chats {
  /** Live. */
  readonly networks: ChatNetworks
  /** Live. */
  readonly health: ConnectionHealths
  /** What other processes are shown of the networks. */
  states(): readonly NetworkState[]
  /** Sends results of jobs to chats. Absent without networks. */
  readonly delivery?: Delivery
  /** Why a person gets no further turn, while `ahead` of theirs are running: see `Permissions.refusalOfTurn`. */
  refusalOfTurn(by: Pick<Person, 'id'>, ahead: number): Promise<string | undefined>
  /** Why a firing of a job does not run: the budget of its person is spent. */
  refusalOfJob(job: Job): Promise<string | undefined>
  /** Brings what happened in a chat to its conversation, before a turn of it. */
  beforeTurn(turn: BeginningTurn): Promise<void>
  /**
   * Shows a notice in the chat of its conversation.
   * @param id Repeating it has no further effect. Default: a new one.
   * @returns whether the conversation has a chat.
   */
  tell(notice: Pick<ConversationNotice, 'id' | 'text'>, id?: string): Promise<boolean>
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
  refusalOfTurn: nothing,
  refusalOfJob: nothing,
  beforeTurn: nothing,
  tell: async () => false,
  refresh: nothing,
  stopReceiving: nothing,
  stop: nothing,
}
