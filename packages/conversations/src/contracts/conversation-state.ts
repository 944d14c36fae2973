import type { ContentOrigin, MessageContent, ModelChoice, SessionId } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { BusyMode } from './busy-mode.js'
import type { Person } from './person.js'

export type ConversationState = ConversationActivity & {
  /** Queued inputs, oldest first. */
  readonly queued: readonly QueuedInput[]
  readonly busyMode: BusyMode
  /**
   * Whether the latest turn was cut short by a crash, an interrupt or a failure: `Conversation.continue` finishes it.
   */
  readonly canContinue: boolean
}

export type ConversationActivity =
  | { readonly activity: 'idle' }
  | ({ readonly activity: 'running' } & TurnUnderWay)
  /** The turn waits for a person to answer. */
  | ({ readonly activity: 'waiting'; readonly question: Question } & TurnUnderWay)

export interface TurnUnderWay {
  readonly turn: TurnInfo
  /**
   * The running sub-agents of the turn, oldest first. Changes to them emit no `state` event, so read the list when
   * needed.
   */
  readonly subagents?: readonly Subagent[]
}

/** A sub-agent of a turn. */
export interface Subagent {
  /** The session of the sub-agent. */
  readonly id: SessionId
  /** Its task, on one line. */
  readonly goal: string
  readonly sinceMs: number
  /** The running tool, or `thinking`. */
  readonly doing?: string
}

export interface TurnInfo {
  readonly id: string
  readonly startedAtMs: number
  readonly by: Person
}

export interface QueuedInput {
  /** The id of its submission. */
  readonly id: string
  readonly content: MessageContent
  readonly by: Person
  readonly atMs: number
  /** Who wrote the content, if not the person. */
  readonly origins?: readonly ContentOrigin[]
  /** The model for its turn, unless one was chosen for the conversation. */
  readonly model?: ModelChoice
}
