import type { JsonObject, JsonValue } from './json.js'
import type { ToolCall, ToolMessage } from './message.js'

/** What happens to a call, in order. */
export type ToolEvent =
  /** `args` is what the tool is run with, after repair and coercion. */
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
