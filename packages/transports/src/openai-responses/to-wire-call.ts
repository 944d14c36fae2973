import type { ToolCall } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { tryParseJson } from '../shared/json.js'

/** Maps a call id to the id used on the wire. */
export type NameCall = (id: string) => string

/** Converts a call to a valid input item. */
export function toCallItem({ id, function: { name, arguments: text } }: ToolCall, nameCall: NameCall): object {
  return {
    type: 'function_call',
    call_id: nameCall(id),
    // The model may have invented an invalid name.
    name: name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown_tool',
    // The tool result already reports invalid arguments.
    arguments: isRecord(tryParseJson(text)) ? text : '{}',
  }
}
