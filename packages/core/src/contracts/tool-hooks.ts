import type { JsonObject } from './json.js'
import type { MessageContent, ToolCall, ToolMessage } from './message.js'
import type { ApprovalAnswer, ApprovalRequest } from './question.js'
import type { SessionEvent, SessionOrigin } from './session-event.js'
import type { ToolFacts } from './tool-traits.js'

/** What the executor has to call around each tool call. Each hook has 30 seconds. */
export interface ToolHooks {
  /**
   * May block the call, the reason goes to the model, change its arguments, or spare the user the question that the gate
   * would ask. A block counts more than anything else. A hook that throws or takes too long blocks.
   */
  readonly pre_tool_call?: (event: ToolCallEvent) => Promise<ToolCallVerdict | undefined> | ToolCallVerdict | undefined
  /** After each call, failed ones too. Its own failure is logged. */
  readonly post_tool_call?: (event: ToolResultEvent) => Promise<void> | void
  /** May replace what the model reads of a result, before it is stored. The first that does so wins; a failure is logged. */
  readonly transform_tool_result?: (
    event: ToolResultEvent,
  ) => Promise<MessageContent | undefined> | MessageContent | undefined
  /** Before a person is asked whether a call may run. */
  readonly pre_approval_request?: (event: ApprovalRequest & SessionOrigin) => Promise<void> | void
  /** After the answer, or the denial that stands for it. */
  readonly post_approval_response?: (event: ApprovalResponseEvent) => Promise<void> | void
}

export interface ApprovalResponseEvent extends SessionOrigin {
  readonly request: ApprovalRequest
  readonly answer: ApprovalAnswer
}

export interface ToolCallEvent extends SessionEvent {
  readonly call: ToolCall
  /** What is known of the tool. Absent where the call names none that there is. */
  readonly tool?: ToolFacts
  readonly args: JsonObject
}

export interface ToolResultEvent extends ToolCallEvent {
  readonly result: ToolMessage
  readonly isError: boolean
}

export type ToolCallVerdict =
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'change'; readonly args: JsonObject }
  /** The gate does not ask about this call. What it always refuses stays refused. */
  | { readonly action: 'approve' }
