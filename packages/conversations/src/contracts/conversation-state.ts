import type { ContentOrigin, MessageContent, ModelChoice, SessionId } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { BusyMode } from './busy-mode.js'
import type { Person } from './person.js'

export type ConversationState = ConversationActivity & {
  /** Queued inputs, oldest first. */
  readonly queued: readonly QueuedInput[]
  readonly busyMode: BusyMode
  /** The latest turn was cut short by a crash, an interrupt or a failure: `Conversation.continue` finishes it. */
  readonly canContinue: boolean
}

export type ConversationActivity =
  | { readonly activity: 'idle' }
  | ({ readonly activity: 'running' } & TurnUnderWay)
  /** Whether the turn waits for a person. */
  | ({ readonly activity: 'waiting'; readonly question: Question } & TurnUnderWay)

export interface TurnUnderWay {
  readonly turn: TurnInfo
  /** The running sub-agents of the turn, oldest first. Changes emit no `state` event, so read it when needed. */
  readonly subagents?: readonly Subagent[]
}

/** A sub-agent of a turn. */
export interface Subagent {
  /** Its session. */
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
  /** The model of its turn, unless the conversation has chosen one. */
  readonly model?: ModelChoice
}
