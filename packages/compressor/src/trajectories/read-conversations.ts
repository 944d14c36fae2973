import { type JsonObject, type JsonValue, type Message, textOf } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { renderCalls, splitCalls } from './call-markup.js'
import { type Trajectory, unreadable } from './record.js'

/** The roles of the speaker names that common datasets use. */
const roles: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
}

const speakers = { system: 'system', user: 'human', assistant: 'gpt', tool: 'tool' } as const

/** Reads turns of `{ from, value }`. Calls are embedded in the text as `<tool_call>`, and the next turn contains their results. */
export function readConversations(record: JsonObject, entries: readonly JsonValue[]): Trajectory {
  const known = new Map<Message, JsonValue>()
  let callId = ''
  for (const [index, entry] of entries.entries()) {
    const message = toMessage(entry, index, callId)
    if (message.role === 'assistant') callId = message.tool_calls?.[0]?.id ?? ''
    known.set(message, entry)
  }
  return {
    messages: [...known.keys()],
    withMessages: (messages) => ({
      ...record,
      conversations: messages.map((message) => known.get(message) ?? toEntry(message)),
    }),
  }
}

function toMessage(entry: JsonValue, index: number, callId: string): Message {
  const role = isRecord(entry) && typeof entry.from === 'string' ? roles[entry.from] : undefined
  if (!isRecord(entry) || !role || typeof entry.value !== 'string') {
    throw unreadable(`"conversations" has no turn with "from" and "value" at place ${index + 1}`)
  }
  const { value } = entry
  if (role === 'tool') return { role, tool_call_id: callId, content: value }
  if (role !== 'assistant') return { role, content: value }
  const { text, calls } = splitCalls(value, (place) => `call_${index}_${place}`)
  return { role, content: text, ...(calls.length > 0 && { tool_calls: calls }) }
}

function toEntry(message: Message): JsonValue {
  const text = textOf(message.content)
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return { from: speakers[message.role], value: [text, ...renderCalls(calls)].filter(Boolean).join('\n') }
}
