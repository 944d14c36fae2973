import {
  type AssistantMessage,
  type JsonObject,
  type Message,
  type MessageContent,
  type ToolCall,
  textOf,
} from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { toLegalName } from '../shared/history/used-tools.js'
import { tryParseJson } from '../shared/json.js'

/** Converts a message to the wire format. Omits display-only fields and the replay state of other providers. */
export function toWireMessage(message: Message, replay: JsonObject | undefined): object {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.tool_call_id, content: toolResultText(message.content) }
    case 'assistant':
      return toWireAnswer(message, replay)
    default:
      return { role: message.role, content: message.content }
  }
}

function toWireAnswer(message: AssistantMessage, replay: JsonObject | undefined): object {
  const calls = message.tool_calls?.length ? message.tool_calls : undefined
  return {
    role: 'assistant',
    // Some servers reject `""` next to tool calls; others reject `null` without them.
    content: message.content || (calls ? null : ''),
    ...(replay?.reasoning_details !== undefined && { reasoning_details: replay.reasoning_details }),
    ...(replay?.reasoning_content !== undefined && { reasoning_content: replay.reasoning_content }),
    ...(calls && { tool_calls: calls.map((call) => toWireCall(call, replay)) }),
  }
}

function toWireCall(call: ToolCall, replay: JsonObject | undefined): object {
  const extras = replay?.extra_content
  const extra = isRecord(extras) ? extras[call.id] : undefined
  return {
    id: call.id,
    type: 'function',
    function: { name: toLegalName(call.function.name), arguments: objectText(call.function.arguments) },
    ...(extra !== undefined && { extra_content: extra }),
  }
}

/**
 * Returns arguments that are valid JSON. Servers with a chat template parse them again, and reject every later request
 * if they are invalid.
 */
function objectText(text: string): string {
  return isRecord(tryParseJson(text)) ? text : '{}'
}

/** Flattens a tool result to text, the only form that this API accepts. */
function toolResultText(content: MessageContent): string {
  if (typeof content === 'string') return content
  const leftOut = content.filter((part) => part.type !== 'text').length
  if (leftOut === 0) return textOf(content)
  return `${textOf(content)}\n[${leftOut} attachment${leftOut === 1 ? '' : 's'} left out: this wire carries text results only]`.trim()
}
