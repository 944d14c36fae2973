import type { ToolCall, ToolMessage } from '../model/message.js'
import type { JsonObject, JsonValue } from '../values/json.js'
import type { ToolAmount } from './tool-amount.js'
import type { ToolTraits } from './tool-traits.js'

/** The events of one tool call, in order. */
export type ToolEvent =
  /**
   * `args` are the arguments after repair and coercion. If the tool provides them, `summary` describes the call in one line, and `kind` says
   * what it does.
   */
  | {
      readonly type: 'tool-start'
      readonly call: ToolCall
      readonly args: JsonObject
      readonly summary?: string
      readonly kind?: NonNullable<ToolTraits['kind']>
    }
  | { readonly type: 'tool-progress'; readonly callId: string; readonly text: string }
  | {
      readonly type: 'tool-end'
      readonly call: ToolCall
      readonly message: ToolMessage
      readonly isError: boolean
      readonly durationMs: number
      readonly display?: JsonValue
      /** The amount of data that the call handled, if the tool reports it. */
      readonly amount?: ToolAmount
      /** Why the gate did not let the call run, for people. Absent if the gate allowed it. */
      readonly refusal?: string
    }
