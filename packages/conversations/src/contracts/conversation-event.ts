import type { AgentEvent, Choice, MessageContent, TurnOutcome } from '@hermes/core'
import type { CommandOutcome } from './command-outcome.js'
import type { ConversationState, QueuedInput, TurnInfo } from './conversation-state.js'
import type { Person } from './person.js'

/** Rises with each event of a conversation, also from one process to the next. Opaque to onlookers. */
export type Cursor = number

/** What an onlooker sees. New kinds may come in any release: a `switch` over `type` needs a default. */
export type ConversationEvent = { readonly cursor: Cursor } & ConversationEventBody

export type ConversationEventBody =
  /** `input` is what the person sent; absent for a turn that was continued. */
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
  /** `cacheBreak`: what the next request pays because its prefix is no longer cached. Absent where nothing was cached. */
  | {
      readonly type: 'choice'
      readonly choice: Choice
      readonly by: Person
      readonly cacheBreak?: CacheBreak
      /** It counts for the next turn alone. */
      readonly isOnce?: true
    }
  | { readonly type: 'command'; readonly name: string; readonly by: Person; readonly outcome: CommandOutcome }
  | { readonly type: 'state'; readonly state: ConversationState }
  /** For people. `code` is stable. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  /** This onlooker missed events: `state` says where the conversation is now, and the turn under way follows from its beginning. */
  | { readonly type: 'lagged'; readonly missed: number; readonly state: ConversationState }

export interface CacheBreak {
  /** Tokens that were cached and have to be read again. */
  readonly tokens: number
  /** US dollars above what the cached prefix would have cost. Absent without a known price. */
  readonly costUsd?: number
}
