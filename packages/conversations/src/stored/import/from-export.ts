import type { AssistantMessage, Cost, JsonObject, Message, NewMessage, Usage } from '@hermes/core'
import { type SessionLink, type StoredFinishReason, turnTask } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'
import { type Fields, fieldsOf, listOf, numberAt, textAt } from './fields.js'
import type { ImportedSession } from './imported-session.js'

/** Whether a line is a session written by `hermes sessions export`. */
export function isExport(fields: Fields): boolean {
  return typeof fields.id === 'string' && Array.isArray(fields.messages)
}

/** Reads an exported session. @throws {RangeError} that describes the problem of the line. */
export function fromExport(fields: Fields): ImportedSession {
  const id = textAt(fields, 'id')
  const startedAt = numberAt(fields, 'started_at')
  if (!id) throw new RangeError('it has no id')
  if (startedAt === undefined) throw new RangeError('it has no start time')
  const messages = listOf(fields.messages).map(toMessage)
  const [first] = messages
  const prompt = first?.role === 'system' ? first.content : undefined
  const details = listOf(fields.message_details).map(fieldsOf)
  const spoken = messages.filter((message) => message.role !== 'system')
  const startedAtMs = toMs(startedAt)
  const texts = {
    title: textAt(fields, 'title'),
    model: textAt(fields, 'model'),
    userId: textAt(fields, 'user_id'),
    parentSessionId: textAt(fields, 'parent_session_id'),
    workingDirectory: textAt(fields, 'cwd'),
    endReason: textAt(fields, 'end_reason'),
    systemPrompt: prompt,
    link: linkOf(fields),
    notes: objectAt(fields, 'model_config'),
    contextState: objectAt(fields, 'context_state'),
    endedAtMs: timeOf(fields, 'ended_at'),
    ...(fields.archived === true && { archived: true }),
  }
  return {
    id,
    source: textAt(fields, 'source') ?? 'import',
    startedAtMs,
    ...withoutGaps(texts),
    messages: spoken.map((message, index) => withDetails(message, details[index] ?? {}, startedAtMs)),
    usage: listOf(fields.usage).map(fieldsOf).map(toAccount),
  }
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Removes members that are `undefined`. */
function withoutGaps<Values extends object>(values: Values): Given<Values> {
  const given: Given<Values> = { ...values }
  for (const name in given) if (given[name] === undefined) delete given[name]
  return given
}

function withDetails(message: Message, details: Fields, startedAtMs: number): NewMessage {
  const timestampMs = timeOf(details, 'timestamp') ?? startedAtMs
  const more = {
    finishReason: finishReasons.find((reason) => reason === details.finish_reason),
    tokenCount: numberAt(details, 'token_count'),
    platformMessageId: textAt(details, 'platform_message_id'),
  }
  return { message, timestampMs, ...withoutGaps(more) }
}

const finishReasons: readonly StoredFinishReason[] = [
  'stop',
  'tool-calls',
  'length',
  'content-filter',
  'other',
  'interrupted',
  'failed',
]
const links: readonly SessionLink[] = ['compression', 'branch', 'delegate']

function linkOf(fields: Fields): SessionLink | undefined {
  return links.find((link) => link === fields.link)
}

/** Validates the required fields and keeps the message as it is. */
function toMessage(value: unknown, index: number): Message {
  if (isMessage(value)) return value
  throw new RangeError(`message ${index + 1} is invalid`)
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false
  const { role, content } = value
  const isContent = typeof content === 'string' || (Array.isArray(content) && content.every(isPart))
  if (role === 'system') return typeof content === 'string'
  if (role === 'user') return isContent
  if (role === 'tool') return isContent && typeof value.tool_call_id === 'string'
  return role === 'assistant' && isAssistant(value)
}

function isAssistant(value: Fields): value is Fields & AssistantMessage {
  const { content, tool_calls: calls, reasoning } = value
  const isText = content === null || typeof content === 'string'
  const areCalls = calls === undefined || (Array.isArray(calls) && calls.every(isCall))
  return isText && areCalls && (reasoning === undefined || typeof reasoning === 'string')
}

function isCall(value: unknown): boolean {
  const { id, function: called } = fieldsOf(value)
  const { name, arguments: args } = fieldsOf(called)
  return typeof id === 'string' && typeof name === 'string' && typeof args === 'string'
}

function isPart(value: unknown): boolean {
  const { type, text, image_url: image, file } = fieldsOf(value)
  if (type === 'text') return typeof text === 'string'
  if (type === 'image_url') return typeof fieldsOf(image).url === 'string'
  return type === 'file' && typeof fieldsOf(file).file_data === 'string'
}

function toAccount(fields: Fields): ImportedSession['usage'][number] {
  return {
    hourMs: timeOf(fields, 'hour') ?? 0,
    task: textAt(fields, 'task') ?? turnTask,
    provider: textAt(fields, 'provider') ?? 'unknown',
    model: textAt(fields, 'model') ?? 'unknown',
    apiCallCount: numberAt(fields, 'api_call_count') ?? 1,
    usage: toUsage(fields),
  }
}

function toUsage(fields: Fields): Usage {
  const cost = toCost(fields)
  return {
    inputTokens: numberAt(fields, 'input_tokens') ?? 0,
    outputTokens: numberAt(fields, 'output_tokens') ?? 0,
    cacheReadTokens: numberAt(fields, 'cache_read_tokens') ?? 0,
    cacheWriteTokens: numberAt(fields, 'cache_write_tokens') ?? 0,
    reasoningTokens: numberAt(fields, 'reasoning_tokens') ?? 0,
    ...(cost && { cost }),
  }
}

function toCost(fields: Fields): Cost | undefined {
  const { cost_status: status } = fields
  if (status === 'unknown') return { status }
  const usd = numberAt(fields, 'estimated_cost_usd')
  if ((status !== 'estimated' && status !== 'partial') || usd === undefined) return undefined
  const source = textAt(fields, 'cost_source') ?? 'import'
  return { status, microUsd: Math.round(usd * 1_000_000), source, version: textAt(fields, 'pricing_version') ?? '' }
}

/** Returns an object. The result of `JSON.parse` is always JSON. */
function objectAt(fields: Fields, name: string): JsonObject | undefined {
  const value = fields[name]
  return isJsonObject(value) ? value : undefined
}

function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value)
}

function timeOf(fields: Fields, name: string): number | undefined {
  const seconds = numberAt(fields, name)
  return seconds === undefined ? undefined : toMs(seconds)
}

/** Converts seconds to the milliseconds that are stored. Fractional seconds are not exact. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1000)
}
