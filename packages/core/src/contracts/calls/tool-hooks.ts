import type { MessageContent, ToolCall, ToolMessage } from '../model/message.js'
import type { ApprovalAnswer, ApprovalRequest } from '../sessions/question.js'
import type { SessionEvent, SessionOrigin } from '../sessions/session-event.js'
import type { JsonObject } from '../values/json.js'
import type { ToolFacts } from './tool-traits.js'

/** The hooks that the executor calls around each tool call. Each hook has 30 seconds. */
export interface ToolHooks {
  /**
   * May block the call with a reason for the model, change its arguments, or skip the gate's question to the user. A block
   * overrides everything else. A hook that throws, times out or returns anything but a verdict blocks the call.
   */
  readonly pre_tool_call?: (event: ToolCallEvent) => Promise<ToolCallVerdict | undefined> | ToolCallVerdict | undefined
  /** Called after each call, including failed ones. A failure of the hook is logged. */
  readonly post_tool_call?: (event: ToolResultEvent) => Promise<void> | void
  /** May replace the result that the model reads, before the result is stored. The next hook gets the replacement. A failure is logged. */
  readonly transform_tool_result?: (
    event: ToolResultEvent,
  ) => Promise<MessageContent | undefined> | MessageContent | undefined
  /** Called before a person is asked for approval. */
  readonly pre_approval_request?: (event: ApprovalRequest & SessionOrigin) => Promise<void> | void
  /** Called after the answer, or after the denial that replaces it. */
  readonly post_approval_response?: (event: ApprovalResponseEvent) => Promise<void> | void
}

export interface ApprovalResponseEvent extends SessionOrigin {
  readonly request: ApprovalRequest
  readonly answer: ApprovalAnswer
}

export interface ToolCallEvent extends SessionEvent {
  readonly call: ToolCall
  /** What is known about the tool. Absent if the call names an unknown tool. */
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
  /** The gate does not ask about this call. Calls that it always refuses stay refused. */
  | { readonly action: 'approve' }
