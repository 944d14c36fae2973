import type { AssistantMessage, Message } from '@hermes/core'
import { type NameCall, toCallItem } from './to-wire-call.js'
import { toWireContent } from './to-wire-content.js'

/** Converts a message to input items without replay state; an empty message gives none. Display-only fields are omitted. */
export function toWireItems(message: Message, nameCall: NameCall): readonly object[] {
  if (message.role === 'assistant') return toAnswerItems(message, nameCall)
  const content = toWireContent(message.content)
  if (message.role === 'tool') {
    return [{ type: 'function_call_output', call_id: nameCall(message.tool_call_id), output: content }]
  }
  return content === '' ? [] : [{ role: message.role, content }]
}

function toAnswerItems({ content, tool_calls: calls = [] }: AssistantMessage, nameCall: NameCall): readonly object[] {
  const items = calls.map((call) => toCallItem(call, nameCall))
  return content ? [{ role: 'assistant', content }, ...items] : items
}
