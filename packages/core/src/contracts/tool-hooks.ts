import type { JsonObject } from './json.js'
import type { ToolCall, ToolMessage } from './message.js'
import type { SessionId } from './session-id.js'

/** What the executor has to call around each tool call. */
export interface ToolHooks {
  /** May block the call, the reason goes to the model, or change its arguments. A throwing hook blocks. */
  readonly pre_tool_call?: (event: ToolCallEvent) => Promise<ToolCallVerdict | undefined> | ToolCallVerdict | undefined
  readonly post_tool_call?: (event: ToolCallEvent & { readonly result: ToolMessage }) => Promise<void> | void
}

export interface ToolCallEvent {
  readonly sessionId: SessionId
  readonly call: ToolCall
  readonly args: JsonObject
}

export type ToolCallVerdict =
  | { readonly action: 'block'; readonly reason: string }
  | { readonly action: 'change'; readonly args: JsonObject }
