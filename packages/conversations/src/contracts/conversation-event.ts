import type { AgentEvent, Choice, MessageContent, TurnOutcome } from '@hermes/core'
import type { CommandOutcome } from './command-outcome.js'
import type { ConversationState, QueuedInput, TurnInfo } from './conversation-state.js'
import type { Person } from './person.js'

/** Increases with each event of a conversation, also across processes. Opaque to onlookers. */
export type Cursor = number

/** An event for onlookers. Any release may add types: a `switch` over `type` needs a default case. */
export type ConversationEvent = { readonly cursor: Cursor } & ConversationEventBody

export type ConversationEventBody =
  /** `input` is the person's input; absent for a continued turn. */
  | {
      readonly type: 'turn-begin'
      readonly turn: TurnInfo
      readonly submissionId: string
      readonly input?: MessageContent
    }
  | { readonly type: 'agent'; readonly turnId: string; readonly event: AgentEvent }
  | {
      readonly type: 'turn-done'
      readonly turn: TurnInfo
      readonly submissionId: string
      readonly outcome: TurnOutcome
    }
  | { readonly type: 'queued'; readonly input: QueuedInput }
  | { readonly type: 'unqueued'; readonly id: string; readonly why: 'turn' | 'cancelled' | 'elsewhere' }
  | { readonly type: 'steered'; readonly turnId: string; readonly text: string; readonly by: Person }
  /** The turn has ended before the model read this text, which was only meant for this turn. */
  | { readonly type: 'steer-dropped'; readonly turnId: string; readonly text: string; readonly by: Person }
  /** `cacheBreak`: the cost of the prefix that is no longer cached. Absent if nothing was cached. */
  | {
      readonly type: 'choice'
      readonly choice: Choice
      readonly by: Person
      readonly cacheBreak?: CacheBreak
      /** Whether the choice only applies to the next turn. */
      readonly isOnce?: true
    }
  | { readonly type: 'command'; readonly name: string; readonly by: Person; readonly outcome: CommandOutcome }
  | { readonly type: 'state'; readonly state: ConversationState }
  /** A notice for display. `code` is stable. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  /**
   * This onlooker has missed events: `state` is the current state, and the events of the running turn follow from its
   * beginning.
   */
  | { readonly type: 'lagged'; readonly missed: number; readonly state: ConversationState }

export interface CacheBreak {
  /** Tokens that were cached and must be read again. */
  readonly tokens: number
  /** The extra cost in US dollars compared to the cached prefix. Absent without a known price. */
  readonly costUsd?: number
}
