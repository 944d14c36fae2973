import type { AgentServices, SessionStore } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AgentFor } from '@hermes/core/wiring'
import type { CommandTable } from '../commands/command.js'
import type { BeginningTurn } from '../contracts/beginning-turn.js'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { ConversationNotice } from '../contracts/conversation-notice.js'
import type { EndedTurn } from '../contracts/ended-turn.js'
import type { SideCall } from '../contracts/side-call.js'
import type { StartingTurn, TurnAdmission } from '../contracts/starting-turn.js'
import type { CompressionSettings } from './compression/background-compression.js'

export interface ConversationsOptions {
  /** The store, which the agents use as well. */
  readonly store: SessionStore
  /** Returns the agent; called before each turn. */
  readonly agentFor: AgentFor
  /** The commands. Default: none. */
  readonly commands?: CommandTable
  /** The question desk of the agents' tools. Default: onlookers cannot answer questions. */
  readonly questions?: QuestionDesk
  /** How to handle a message during a turn. Default `queue`. */
  readonly busyMode?: BusyMode
  /**
   * When to compress conversations between turns; called after each turn. Default: they are only compressed within turns.
   */
  readonly compression?: () => CompressionSettings | undefined
  /**
   * Called when a turn is about to start, including a queued one, while nothing else runs on the conversation; for limits. An error is
   * logged, and the turn starts. Default: all turns start.
   */
  readonly admitTurn?: (turn: StartingTurn) => Promise<TurnAdmission>
  /**
   * Called before each turn that starts with a message, while nothing runs on the conversation; for what happened between turns. An error
   * is logged, and the turn starts.
   */
  readonly beforeTurn?: (turn: BeginningTurn) => Promise<void>
  /**
   * Called after each turn, before its submission ends; for accounting. An error is logged, and the conversation continues.
   */
  readonly onTurnEnd?: (turn: EndedTurn) => void | Promise<void>
  /** Called after each model call of a command, before the command ends; for accounting. An error is logged. */
  readonly onSideCall?: (call: SideCall) => void | Promise<void>
  /** Called for each {@link Conversation.notify}; for people who do not watch the conversation, such as those on a chat network. */
  readonly onNotice?: (notice: ConversationNotice) => void
  /**
   * How many processes may die while they continue the same turn with {@link Conversations.finish}; called before each attempt. Default
   * 3.
   */
  readonly maxRecoveries?: () => number
  readonly services?: Pick<AgentServices, 'now' | 'randomHex' | 'logger'>
}
