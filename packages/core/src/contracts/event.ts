import type { BudgetLimit, BudgetLimits, BudgetSpent } from './budget.js'
import type { HermesError } from './errors.js'
import type { Message } from './message.js'
import type { QuestionEvent } from './question.js'
import type { SessionId } from './session-id.js'
import type { StoredMessage } from './stored-message.js'
import type { ToolEvent } from './tool-event.js'
import type { TransportEvent } from './transport.js'
import type { FinishReason, Usage } from './usage.js'

/**
 * Everything a surface could want to know of a run, in order. New kinds may come in any release: a `switch` over
 * `type` needs a default.
 */
export type AgentEvent =
  | {
      readonly type: 'turn-start'
      readonly sessionId: SessionId
      readonly model: string
      /** The session went on from stored messages. */
      readonly resumed: boolean
    }
  | { readonly type: 'iteration-start'; readonly iteration: number /** 0: no limit */; readonly maxIterations: number }
  /**
   * Adjacent deltas of one kind may come joined when the reader is slower than the model. After a `restart` the deltas of
   * this iteration so far are void: take back what was shown of them.
   */
  | Exclude<TransportEvent, { readonly type: 'finish' | 'notice' }>
  /** Stored: what was shown before this event is safe. */
  | { readonly type: 'message-end'; readonly message: Message; readonly id: StoredMessage['id'] }
  | { readonly type: 'iteration-end'; readonly reason: FinishReason; readonly usage: Usage }
  | ToolEvent
  /** Something happened in a run that a tool call of this run started. */
  | SubagentRunEvent
  /** The model is told that a limit is near, or the limit is reached. */
  | {
      readonly type: 'budget'
      readonly level: 'caution' | 'warning' | 'exhausted'
      readonly limit: BudgetLimit
      readonly limits: BudgetLimits
      readonly spent: BudgetSpent
    }
  | QuestionEvent
  | { readonly type: 'compression-start'; readonly sessionId: SessionId; readonly trigger: CompressionTrigger }
  /** Follows every start. The session goes on under this id; every id of its lineage leads there. */
  | ({ readonly type: 'compression-end'; readonly sessionId: SessionId } & CompressionOutcome)
  /** For people: something happened that they should know of. `code` is stable. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  | { readonly type: 'turn-end'; readonly outcome: TurnOutcome }

/** Why a conversation is shortened: it outgrew its share of the window, the provider found it too long, or somebody asked for it. */
export type CompressionTrigger = 'threshold' | 'overflow' | 'request'

/** What came of a compression. Only where it is `compressed` has anything changed. */
export type CompressionOutcome =
  | {
      readonly status: 'compressed'
      /** The size of the next request, as far as the engine can tell. */
      readonly tokensBefore: number
      readonly tokensAfter: number
      readonly durationMs: number
      /** One sentence for people where something was not as it should be: no model answered, say. */
      readonly notice?: string
    }
  /** `reason` is for people: there was nothing to save, or it could not be done. */
  | { readonly status: 'skipped' | 'failed'; readonly reason: string; readonly durationMs: number }

export interface SubagentRunEvent {
  readonly type: 'subagent-event'
  /** The call of the parent that started the run. */
  readonly callId: string
  readonly childSessionId: SessionId
  /** What the child is to do, in one line. */
  readonly goal: string
  readonly event: AgentEvent
}

/** How a turn ended. In each case the stored history is valid and the session can go on. */
export type TurnOutcome =
  | { readonly status: 'completed'; readonly text: string }
  /** A limit of the budget was reached; `text` sums up what was done. */
  | { readonly status: 'exhausted'; readonly text: string; readonly limit: BudgetLimit }
  /** The turn went round in circles and was ended; `text` says what was repeated. `code` is stable. */
  | { readonly status: 'halted'; readonly text: string; readonly code: string }
  | { readonly status: 'interrupted'; readonly reason: string }
  | { readonly status: 'failed'; readonly error: HermesError }
