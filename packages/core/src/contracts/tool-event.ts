import type { JsonObject, JsonValue } from './json.js'
import type { ToolCall, ToolMessage } from './message.js'

/** The events of one tool call, in order. */
export type ToolEvent =
  /** `args` are the arguments that the tool runs with, after repair and coercion. */
  | { readonly type: 'tool-start'; readonly call: ToolCall; readonly args: JsonObject }
  | { readonly type: 'tool-progress'; readonly callId: string; readonly text: string }
  | {
      readonly type: 'tool-end'
      readonly call: ToolCall
      readonly message: ToolMessage
      readonly isError: boolean
      readonly durationMs: number
      readonly display?: JsonValue
    }
