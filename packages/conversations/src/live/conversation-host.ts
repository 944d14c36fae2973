import type { Choice, SessionId, SessionStore } from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import type { AgentFor, Services } from '@hermes/core/wiring'
import type { CommandTable } from '../commands/command.js'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { Conversations } from '../contracts/conversation.js'
import type { BackgroundCompression } from './background-compression.js'
import type { Inputs } from './inputs.js'

/** What the conversations of a process share. */
export interface ConversationHost {
  readonly store: SessionStore
  readonly agentFor: AgentFor
  readonly commands: CommandTable | undefined
  readonly questions: QuestionDesk | undefined
  readonly busyMode: BusyMode
  readonly compression: BackgroundCompression | undefined
  readonly services: Pick<Services, 'now' | 'randomHex' | 'logger'>
  readonly conversations: Conversations
  /** For submissions that bring no id: unlike all others, of other processes, too. */
  newId(): string
  /** What waits for a turn. */
  inputsOf(id: SessionId): Inputs
  /** Whether the newest turn of a stored conversation was begun and not ended. */
  isCutShort(id: SessionId): Promise<boolean>
  storeChoice(id: SessionId, choice: Choice): Promise<void>
}
