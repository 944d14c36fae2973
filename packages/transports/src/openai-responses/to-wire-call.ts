import type { ToolCall } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { tryParseJson } from '../shared/json.js'

/** The id on the wire of a call. */
export type NameCall = (id: string) => string

/** A call as an input item, always one that the server takes. */
export function toCallItem({ id, function: { name, arguments: text } }: ToolCall, nameCall: NameCall): object {
  return {
    type: 'function_call',
    call_id: nameCall(id),
    // A model may have made the name up.
    name: name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown_tool',
    // The call's result says already that the arguments were wrong.
    arguments: isRecord(tryParseJson(text)) ? text : '{}',
  }
}
