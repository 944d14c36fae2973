import type { AssistantMessage, ContentPart, Message, MessageContent, ToolCall } from '../contracts/model/message.js'
import { isRecord } from '../json/is-record.js'
import { parseJson } from '../json/parse-json.js'

/**
 * Returns one message with valid text, names and arguments: the same object if it was valid, `undefined` if it is empty. Histories also
 * come from files and other programs, so the types are not trusted.
 */
export function repairMessage(message: Message): Message | undefined {
  switch (message?.role) {
    case 'system':
      return withChanges(message, { content: wellFormed(message.content ?? '') })
    case 'user': {
      const content = repairContent(message.content)
      return isBlank(content) ? undefined : withChanges(message, { content })
    }
    case 'assistant':
      return repairAssistant(message)
    case 'tool':
      return withChanges(message, {
        content: repairContent(message.content),
        ...(message.name === undefined ? {} : { name: toLegalName(message.name) }),
      })
    default:
      return undefined
  }
}

function repairAssistant(message: AssistantMessage): AssistantMessage | undefined {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  const text = flatten(message.content)
  if (calls.length === 0 && isBlank(text)) return undefined
  const { tool_calls: _, ...withoutCalls } = message
  const base: AssistantMessage = calls.length === 0 && 'tool_calls' in message ? withoutCalls : message
  return withChanges(base, {
    content: text,
    ...(calls.length === 0 ? {} : { tool_calls: mapKeeping(calls, repairCall) }),
    ...(message.reasoning === undefined ? {} : { reasoning: wellFormed(message.reasoning) }),
  })
}

function repairCall(call: ToolCall): ToolCall {
  const name = toLegalName(call.function?.name)
  const text = toLegalArguments(call.function?.arguments)
  if (call.type === 'function' && call.function.name === name && call.function.arguments === text) return call
  return { ...call, type: 'function', function: { ...call.function, name, arguments: text } }
}

function toLegalName(name: unknown): string {
  const legal = String(name ?? '')
    .replace(/[^A-Za-z0-9_-]/g, '_')
    .slice(0, 64)
  return legal || 'unknown_tool'
}

/**
 * Returns legal arguments. Those that are not a JSON object cannot be sent, and the call's result already says that
 * they were invalid.
 */
function toLegalArguments(text: unknown): string {
  if (typeof text === 'string') return isJsonObject(text) ? wellFormedJson(text) : '{}'
  return isRecord(text) ? wellFormedJson(JSON.stringify(text)) : '{}'
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(parseJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function repairContent(content: MessageContent): MessageContent {
  if (typeof content === 'string') return wellFormed(content)
  return Array.isArray(content) ? mapKeeping(content, repairPart) : ''
}

function repairPart(part: ContentPart): ContentPart {
  return part.type === 'text' ? withChanges(part, { text: wellFormed(part.text ?? '') }) : part
}

/** Flattens content, because some programs store an assistant's text as parts. */
function flatten(content: string | null | readonly ContentPart[] | undefined): string | null {
  if (content === null || content === undefined) return null
  if (typeof content === 'string') return wellFormed(content)
  return wellFormed(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'))
}

function isBlank(content: MessageContent | null): boolean {
  if (content === null) return true
  if (typeof content === 'string') return content.trim() === ''
  return content.every((part) => part.type === 'text' && part.text.trim() === '')
}

function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed()
}

const surrogateEscape = /\\u[dD][89a-fA-F]/
/** Matches a pair of escapes, half of one, or any other escape, in this order. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\./gs
const halfLength = '\\ud800'.length

/** Replaces escaped halves of surrogate pairs, which JSON may contain but providers reject after parsing. */
function wellFormedJson(text: string): string {
  const json = wellFormed(text)
  if (!surrogateEscape.test(json)) return json
  return json.replace(escapes, (found) => (found.length === halfLength ? '\\ufffd' : found))
}

/** Maps an array. Returns the same array if no element changed. */
function mapKeeping<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** Applies changes. Returns the same object if no value changed. */
function withChanges<Value extends object>(value: Value, changes: Partial<Value>): Value {
  const differs = (Object.keys(changes) as (keyof Value)[]).some((key) => changes[key] !== value[key])
  return differs ? { ...value, ...changes } : value
}
