import type { MessageContent } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { BusyMode } from './busy-mode.js'
import type { Person } from './person.js'

export type ConversationState = ConversationActivity & {
  /** Inputs that wait for a turn, oldest first. */
  readonly queued: readonly QueuedInput[]
  readonly busyMode: BusyMode
  /** The newest turn was cut short by a crash, an interrupt or a failure: `Conversation.continue` finishes it. */
  readonly canContinue: boolean
}

export type ConversationActivity =
  | { readonly activity: 'idle' }
  | { readonly activity: 'running'; readonly turn: TurnInfo }
  /** The turn waits for a person. */
  | { readonly activity: 'waiting'; readonly turn: TurnInfo; readonly question: Question }

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
}
