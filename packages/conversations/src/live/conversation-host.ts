import type { Choice, SessionId, SessionStore } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AgentFor, Services } from '@hermes/core/wiring'
import type { CommandTable } from '../commands/command.js'
import type { BeginningTurn } from '../contracts/beginning-turn.js'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { Conversations } from '../contracts/conversation.js'
import type { ConversationNotice } from '../contracts/conversation-notice.js'
import type { EndedTurn } from '../contracts/ended-turn.js'
import type { SideCall } from '../contracts/side-call.js'
import type { StartingTurn, TurnAdmission } from '../contracts/starting-turn.js'
import type { BackgroundCompression } from './compression/background-compression.js'
import type { Inputs } from './input/inputs.js'
import type { Recoveries } from './recoveries.js'

/** The services that the conversations of a process share. */
export interface ConversationHost {
  readonly store: SessionStore
  readonly agentFor: AgentFor
  readonly commands: CommandTable | undefined
  readonly questions: QuestionDesk | undefined
  readonly busyMode: BusyMode
  readonly admitTurn: ((turn: StartingTurn) => Promise<TurnAdmission>) | undefined
  readonly beforeTurn: ((turn: BeginningTurn) => Promise<void>) | undefined
  readonly onTurnEnd: ((turn: EndedTurn) => void | Promise<void>) | undefined
  readonly onSideCall: ((call: SideCall) => void | Promise<void>) | undefined
  readonly onNotice: ((notice: ConversationNotice) => void) | undefined
  readonly compression: BackgroundCompression | undefined
  readonly services: Pick<Services, 'now' | 'randomHex' | 'logger'>
  readonly conversations: Conversations
  /** Creates ids for submissions without one, unique across all processes. */
  newId(): string
  /** Returns the queued inputs of a conversation. */
  inputsOf(id: SessionId): Inputs
  /** Whether the latest turn of a stored conversation started but did not end. */
  isCutShort(id: SessionId): Promise<boolean>
  /** Whether the latest turn ended with its process and, if an input is given, is the turn of that input. */
  isTurnLeft(id: SessionId, inputId: string | undefined): Promise<boolean>
  readonly recoveries: Recoveries
  storeChoice(id: SessionId, choice: Choice): Promise<void>
}
