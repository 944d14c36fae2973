import type { JsonObject, JsonValue, Message } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { readConversations } from './read-conversations.js'
import { type Trajectory, unreadable } from './record.js'

/**
 * Reads one record: an exported session (`messages` in OpenAI's chat format, a system message first) or `conversations`
 * of `{ from, value }`, as in training datasets.
 *
 * @throws {HermesError} `trajectories/unreadable` when the record is neither.
 */
export function readTrajectory(record: JsonValue): Trajectory {
  if (!isRecord(record)) throw unreadable('it is not a JSON object')
  if (Array.isArray(record.messages)) return readMessages(record, record.messages)
  if (Array.isArray(record.conversations)) return readConversations(record, record.conversations)
  throw unreadable('it has neither "messages" nor "conversations"')
}

function readMessages(record: JsonObject, entries: readonly JsonValue[]): Trajectory {
  const messages = entries.map((entry, index) => {
    if (isMessage(entry)) return entry
    throw unreadable(`"messages" has no message in OpenAI's chat format at place ${index + 1}`)
  })
  const known = new Map<Message, JsonValue>(messages.map((message) => [message, message]))
  return {
    messages,
    withMessages: (changed) => ({
      ...record,
      messages: changed.map((message) => known.get(message) ?? toJson(message)),
    }),
  }
}

function toJson(message: Message): JsonValue {
  return parseJson(JSON.stringify(message))
}

function isMessage(entry: JsonValue): entry is JsonObject & Message {
  if (!isRecord(entry)) return false
  const { role, content, tool_calls: calls, tool_call_id: callId } = entry
  if (role === 'system') return typeof content === 'string'
  if (role === 'assistant') {
    const isAnswer = typeof content === 'string' || content === null
    return isAnswer && (calls === undefined || (Array.isArray(calls) && calls.every(isCall)))
  }
  const isContent = typeof content === 'string' || (Array.isArray(content) && content.every(isPart))
  return isContent && (role === 'user' || (role === 'tool' && typeof callId === 'string'))
}

function isCall(call: JsonValue): boolean {
  if (!isRecord(call) || typeof call.id !== 'string' || !isRecord(call.function)) return false
  return typeof call.function.name === 'string' && typeof call.function.arguments === 'string'
}

function isPart(part: JsonValue): boolean {
  if (!isRecord(part)) return false
  if (part.type === 'text') return typeof part.text === 'string'
  return (part.type === 'image_url' && isRecord(part.image_url)) || (part.type === 'file' && isRecord(part.file))
}
