import type { JsonObject, JsonValue } from './json.js'
import type { ToolCall, ToolMessage } from './message.js'

/** The events of one tool call, in order. */
export type ToolEvent =
  /**
   * `args` are the arguments that the tool runs with, after repair and coercion. `summary` says in one line what the call is
   * about, where the tool tells.
   */
  | { readonly type: 'tool-start'; readonly call: ToolCall; readonly args: JsonObject; readonly summary?: string }
  | { readonly type: 'tool-progress'; readonly callId: string; readonly text: string }
  | {
      readonly type: 'tool-end'
      readonly call: ToolCall
      readonly message: ToolMessage
      readonly isError: boolean
      readonly durationMs: number
      readonly display?: JsonValue
    }
