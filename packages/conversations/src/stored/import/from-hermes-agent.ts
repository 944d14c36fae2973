import type {
  AssistantMessage,
  ContentPart,
  FinishReason,
  Message,
  MessageContent,
  NewMessage,
  ToolCall,
} from '@hermes/core'
import { type SessionLink, turnTask } from '@hermes/core/sessions'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { type Fields, fieldsOf, listOf, numberAt, textAt } from './fields.js'
import { fromExport } from './from-export.js'
import { toToolCall } from './history-builder.js'
import type { ImportedSession } from './imported-session.js'

/** Whether a line is a session of the Hermes Agent in Python: a row of its table `sessions` with its message rows. */
export function isHermesAgent({ messages, message_details: details }: Fields): boolean {
  return details === undefined && listOf(messages).some((row) => isRecord(row) && 'session_id' in row)
}

/**
 * Reads the session of one line, and its continuation if it was compacted in place. Rewound parts and the replay state of providers
 * (signatures, encrypted reasoning) are omitted.
 * @throws {RangeError} that describes the problem of the line.
 */
export function fromHermesAgent(fields: Fields): readonly ImportedSession[] {
  const rows = listOf(fields.messages).map(fieldsOf)
  const compacted = messagesOf(rows.filter((row) => isOn(row.compacted)))
  const current = messagesOf(rows.filter((row) => !isOn(row.compacted) && !isOff(row.active)))
  const { messages: _, ...session } = sessionOf(fields)
  const next = current[0]
  if (compacted.length === 0 || !next) return [{ ...session, messages: [...compacted, ...current] }]
  const { title: _title, parentSessionId: _parent, link: _link, ...shared } = session
  const { endedAtMs: _ended, endReason: _reason, archived: _archived, ...first } = session
  const ended = { endReason: 'compression', endedAtMs: next.timestampMs }
  return [
    { ...first, ...ended, messages: compacted },
    {
      ...shared,
      id: `${session.id}_2`,
      startedAtMs: next.timestampMs,
      parentSessionId: session.id,
      link: 'compression',
      messages: current,
      usage: [],
    },
  ]
}

/** Reads a session without its messages, in the format of an export. */
function sessionOf(fields: Fields): ImportedSession {
  const prompt = textAt(fields, 'system_prompt')
  const { parent_session_id: parent, ...rest } = fields
  const link = linkOf(fields)
  return fromExport({
    ...rest,
    ...(link !== undefined && { parent_session_id: parent, link }),
    archived: isOn(fields.archived),
    model_config: undefined,
    messages: prompt ? [{ role: 'system', content: prompt }] : [],
    usage: accountsOf(fields),
  })
}

/**
 * Returns the link to the parent. A parent without a marker was compressed. A session that started after a reset has no
 * parent.
 */
function linkOf(fields: Fields): SessionLink | undefined {
  if (typeof fields.parent_session_id !== 'string') return undefined
  const marks = fieldsOf(jsonOf(fields.model_config))
  if (marks._delegate_from || fields.source === 'delegate' || fields.source === 'subagent') return 'delegate'
  const reason = textAt(fields, 'parent_end_reason')
  if (marks._branched_from || reason === 'branched') return 'branch'
  if (marks._reset_from) return undefined
  return reason === undefined || reason === 'compression' ? 'compression' : undefined
}

function accountsOf(fields: Fields): readonly Fields[] {
  const cost = numberAt(fields, 'actual_cost_usd') ?? numberAt(fields, 'estimated_cost_usd')
  const tokens = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens']
  if (cost === undefined && !tokens.some((name) => numberAt(fields, name))) return []
  const account = {
    ...Object.fromEntries(tokens.map((name) => [name, fields[name]])),
    hour: fields.started_at,
    task: turnTask,
    provider: fields.billing_provider,
    model: fields.model,
    api_call_count: Math.max(1, numberAt(fields, 'api_call_count') ?? 1),
  }
  return [cost === undefined ? account : { ...account, estimated_cost_usd: cost, cost_status: 'estimated' }]
}

function messagesOf(rows: readonly Fields[]): readonly NewMessage[] {
  /** Calls of the newest answer that have no result yet. */
  let open: readonly ToolCall[] = []
  const messages: NewMessage[] = []
  for (const row of rows) {
    const message = toMessage(row, open)
    if (!message) continue
    if (message.role === 'assistant') open = message.tool_calls ?? []
    else if (message.role === 'tool') open = open.filter(({ id }) => id !== message.tool_call_id)
    else open = []
    messages.push(withDetails(message, row))
  }
  return messages
}

/** Reads a message. Returns `undefined` for rows outside of the conversation, and for a result without a call. */
function toMessage(row: Fields, open: readonly ToolCall[]): Message | undefined {
  const content = contentOf(row.content)
  switch (row.role) {
    case 'user':
      return { role: 'user', content }
    case 'assistant':
      return toAnswer(row, content)
    case 'tool': {
      const id = textAt(row, 'tool_call_id')
      const call = open.find((candidate) => candidate.id === id)
      return (
        call && { role: 'tool', tool_call_id: call.id, name: textAt(row, 'tool_name') ?? call.function.name, content }
      )
    }
    default:
      return undefined
  }
}

function toAnswer(row: Fields, content: MessageContent): AssistantMessage | undefined {
  const text =
    typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const calls = listOf(jsonOf(row.tool_calls)).map(fieldsOf).map(toCall)
  const reasoning = textAt(row, 'reasoning') || textAt(row, 'reasoning_content')
  if (text === '' && calls.length === 0 && !reasoning) return undefined
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(reasoning && { reasoning }),
  }
}

function toCall(call: Fields, index: number): ToolCall {
  const called = fieldsOf(call.function)
  const args = called.arguments ?? {}
  return toToolCall(
    textAt(call, 'id') ?? textAt(call, 'call_id') ?? `call_${index + 1}`,
    textAt(called, 'name') ?? 'unknown',
    typeof args === 'string' ? args : JSON.stringify(args),
  )
}

function withDetails(message: Message, row: Fields): NewMessage {
  const reason = finishReasons[textAt(row, 'finish_reason') ?? '']
  const tokenCount = numberAt(row, 'token_count')
  const platformMessageId = textAt(row, 'platform_message_id')
  return {
    message,
    timestampMs: Math.round((numberAt(row, 'timestamp') ?? 0) * 1000),
    ...(reason && { finishReason: reason }),
    ...(tokenCount !== undefined && { tokenCount }),
    ...(platformMessageId !== undefined && { platformMessageId }),
  }
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  length: 'length',
  content_filter: 'content-filter',
}

/** The prefix that some versions add to the JSON of content with several parts. */
const partsMark = '\u0000json:'

function contentOf(value: unknown): MessageContent {
  if (typeof value !== 'string') return Array.isArray(value) ? toContent(value) : ''
  const text = value.startsWith(partsMark) ? value.slice(partsMark.length) : value
  const parts = text.startsWith('[') ? jsonOf(text) : undefined
  return Array.isArray(parts) && parts.length > 0 && parts.every(isPart) ? toContent(parts) : value
}

function isPart(value: unknown): boolean {
  const { type, text, image_url: image } = fieldsOf(value)
  return type === 'text' ? typeof text === 'string' : type === 'image_url' && image !== undefined
}

/** Reads content. Parts of unknown types are replaced by their names. */
function toContent(parts: readonly unknown[]): readonly ContentPart[] {
  return parts.map(fieldsOf).map((part): ContentPart => {
    const text = textAt(part, 'text')
    if (text !== undefined) return { type: 'text', text }
    const url = textAt(fieldsOf(part.image_url), 'url') ?? textAt(part, 'image_url')
    if (url !== undefined) return { type: 'image_url', image_url: { url } }
    return { type: 'text', text: `[${textAt(part, 'type') ?? 'a part'} that was not imported]` }
  })
}

/** Reads a JSON column, or its parsed form in an export. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

/** Whether a flag is set. SQLite stores booleans as numbers. */
function isOn(value: unknown): boolean {
  return value === 1 || value === true
}

function isOff(value: unknown): boolean {
  return value === 0 || value === false
}
