import type { ToolEvent } from '../calls/tool-event.js'
import type { HermesError } from '../errors/errors.js'
import type { Message } from '../model/message.js'
import type { TransportEvent } from '../model/transport.js'
import type { FinishReason, Usage } from '../model/usage.js'
import type { QuestionEvent } from '../sessions/question.js'
import type { StoredMessage } from '../sessions/stored-message.js'
import type { SessionId } from '../values/session-id.js'
import type { BudgetLimit, BudgetLimits, BudgetSpent } from './budget.js'

/**
 * Everything that happens in a run, in order. Any release may add event types, so a `switch` over `type` needs a default.
 */
export type AgentEvent =
  | {
      readonly type: 'turn-start'
      readonly sessionId: SessionId
      readonly model: string
      /** The session continues from stored messages. */
      readonly resumed: boolean
    }
  | { readonly type: 'iteration-start'; readonly iteration: number /** 0: no limit */; readonly maxIterations: number }
  /**
   * Adjacent deltas of one type may be merged when the reader is slower than the model. After a `restart`, discard all deltas
   * of this iteration, including what was displayed.
   */
  | Exclude<TransportEvent, { readonly type: 'finish' | 'notice' }>
  /** The message is stored: what was displayed before this event survives a crash. */
  | {
      readonly type: 'message-end'
      readonly message: Message
      readonly id: StoredMessage['id']
      /** The surface's id for the input, if it gave one. */
      readonly inputId?: string
      /** The message is the kept part of an interrupted answer: see `InterruptOptions.keepPartial`. Default false. */
      readonly isPartial?: true
    }
  | { readonly type: 'iteration-end'; readonly reason: FinishReason; readonly usage: Usage }
  | ToolEvent
  /** An event of a run that a tool call of this run started. */
  | SubagentRunEvent
  /** A budget limit is near and the model is warned, or the limit was reached. */
  | {
      readonly type: 'budget'
      readonly level: 'caution' | 'warning' | 'exhausted'
      readonly limit: BudgetLimit
      readonly limits: BudgetLimits
      readonly spent: BudgetSpent
    }
  | QuestionEvent
  | { readonly type: 'compression-start'; readonly sessionId: SessionId; readonly trigger: CompressionTrigger }
  /** Follows every `compression-start`. The session continues under this id; every id of its lineage resolves to it. */
  | ({ readonly type: 'compression-end'; readonly sessionId: SessionId } & CompressionOutcome)
  /** Something that users should know about. `code` is stable. `continuesWith` is the name of the model that is asked next, of a `fallback`. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string; readonly continuesWith?: string }
  | { readonly type: 'turn-end'; readonly outcome: TurnOutcome }

/** Why a conversation is compressed: it outgrew its share of the window, the provider rejected it as too long, or somebody requested it. */
export type CompressionTrigger = 'threshold' | 'overflow' | 'request'

/** The result of a compression. The session has changed only when the status is `compressed`. */
export type CompressionOutcome =
  | {
      readonly status: 'compressed'
      /** The size of the next request in tokens, estimated by the engine. */
      readonly tokensBefore: number
      readonly tokensAfter: number
      readonly durationMs: number
      /** One sentence for display if something went wrong on the way, for example if the summary model did not answer. */
      readonly notice?: string
    }
  /** `reason` is for display. */
  | { readonly status: 'skipped' | 'failed'; readonly reason: string; readonly durationMs: number }

export interface SubagentRunEvent {
  readonly type: 'subagent-event'
  /** The id of the parent's tool call that started the run. */
  readonly callId: string
  readonly childSessionId: SessionId
  /** The child's task, in one line. */
  readonly goal: string
  readonly event: AgentEvent
}

/** How a turn ended. In every case the stored history is valid, and the session can continue. */
export type TurnOutcome =
  /** `isTruncated`: the answer was still cut off at its length limit after every continuation. */
  | { readonly status: 'completed'; readonly text: string; readonly isTruncated?: true }
  /** A budget limit was reached. `text` summarizes what was done. */
  | { readonly status: 'exhausted'; readonly text: string; readonly limit: BudgetLimit }
  /** The turn was stopped because it repeated itself. `text` says what was repeated. `code` is stable. */
  | { readonly status: 'halted'; readonly text: string; readonly code: string }
  | { readonly status: 'interrupted'; readonly reason: string }
  | { readonly status: 'failed'; readonly error: HermesError }
