import { type Message, type SessionRecord, type SessionSummary, type StoredMessage, StoreError } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import { type CheckedValue, checksumOf, requireChecksum } from './checksum.js'
import { expandText } from './compressed-content.js'
import { freeze } from './frozen.js'
import { createReadNotes } from './read-notes.js'
import type { MessageRow, SessionRow } from './schema.js'
import { isJsonObject, isProviderData, isToolCalls, storedJson } from './stored-json.js'
import type { LargeRow } from './stored-session.js'
import { decodeContent, decodeText } from './text.js'
import type { messageColumns } from './to-row.js'
import { fromUsageRow } from './usage-columns.js'

export type LoadedRow = Pick<MessageRow, 'id' | (typeof messageColumns)[number]>

/** Converts a row. @throws {StoreError} `corrupt` when a JSON field contains no JSON. */
export function fromMessageRow(row: LoadedRow): StoredMessage {
  const content = row.content === null ? null : expandText(row.content)
  requireChecksum(
    `message ${row.id} of session ${row.session_id}`,
    row.checksum,
    checksumOf(checkedValues(row, content)),
  )
  return orCorrupt(`message ${row.id}`, () =>
    freeze({
      id: row.id,
      sessionId: row.session_id,
      message: toMessage(row, content),
      timestampMs: toMilliseconds(row.timestamp),
      ...(row.finish_reason !== null && { finishReason: row.finish_reason }),
      ...(row.token_count !== null && { tokenCount: row.token_count }),
      ...(row.platform_message_id !== null && { platformMessageId: decodeText(row.platform_message_id) }),
    }),
  )
}

/** Converts rows. @throws {StoreError} `corrupt`, as for one row. */
export function* fromMessageRows(rows: readonly LoadedRow[]): Steps<readonly StoredMessage[]> {
  const messages: StoredMessage[] = []
  for (const row of rows) {
    yield
    messages.push(fromMessageRow(row))
  }
  return Object.freeze(messages)
}

/** Returns the values in the order of `checkedColumns`. Written out, because this runs for each message of a loaded session. */
function checkedValues(row: LoadedRow, content: string | null): readonly CheckedValue[] {
  return [
    row.session_id,
    row.role,
    content,
    row.tool_call_id,
    row.tool_calls,
    row.tool_name,
    row.timestamp,
    row.token_count,
    row.finish_reason,
    row.reasoning,
    row.provider_data,
    row.platform_message_id,
  ]
}

function toMessage(row: LoadedRow, content: string | null): Message {
  switch (row.role) {
    case 'system':
      return { role: 'system', content: decodeText(content ?? '') }
    case 'user':
      return { role: 'user', content: decodeContent(content ?? '') }
    case 'assistant':
      return {
        role: 'assistant',
        content: content === null ? null : decodeText(content),
        ...(row.tool_calls !== null && { tool_calls: storedJson(row.tool_calls, isToolCalls) }),
        ...(row.reasoning !== null && { reasoning: decodeText(row.reasoning) }),
        ...(row.provider_data !== null && { provider_data: storedJson(row.provider_data, isProviderData) }),
      }
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: decodeText(row.tool_call_id ?? ''),
        ...(row.tool_name !== null && { name: decodeText(row.tool_name) }),
        content: decodeContent(content ?? ''),
      }
  }
}

/** Columns of a {@link SessionSummary}. */
export const summaryColumns = [
  'id',
  'source',
  'user_id',
  'model',
  'parent_session_id',
  'link',
  'started_at',
  'ended_at',
  'end_reason',
  'last_activity_at',
  'message_count',
  'tool_call_count',
  'api_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'estimated_cost_usd',
  'cost_status',
  'cost_source',
  'pricing_version',
  'title',
  'cwd',
  'archived',
] as const satisfies readonly (keyof SessionRow)[]

export type SummaryRow = Pick<SessionRow, (typeof summaryColumns)[number]>

/** Fields of a session that are stored in its large columns. */
export type LargeFields = Pick<SessionRecord, 'notes' | 'systemPrompt' | 'contextState'>

/**
 * Creates a function that reads the large columns. It does not verify the checksum, and throws a {@link StoreError}
 * (`corrupt`) when a JSON field contains no JSON.
 */
export function createReadLarge(): (row: LargeRow) => LargeFields {
  const readNotes = createReadNotes()
  return (row) =>
    orCorrupt(`session ${row.id}`, () => ({
      notes: row.model_config === null ? Object.freeze({}) : readNotes(row.model_config),
      ...(row.system_prompt !== null && { systemPrompt: decodeText(row.system_prompt) }),
      ...(row.context_state !== null && { contextState: freeze(storedJson(row.context_state, isJsonObject)) }),
    }))
}

/** Converts a row. @throws {StoreError} `corrupt` when a text is damaged. */
export function fromSummaryRow(row: SummaryRow): SessionSummary {
  return orCorrupt(`session ${row.id}`, () => freeze(toSummary(row)))
}

function toSummary(row: SummaryRow): SessionSummary {
  return {
    id: row.id,
    source: decodeText(row.source),
    startedAtMs: toMilliseconds(row.started_at),
    lastActivityAtMs: toMilliseconds(row.last_activity_at),
    messageCount: row.message_count,
    toolCallCount: row.tool_call_count,
    apiCallCount: row.api_call_count,
    usage: fromUsageRow(row),
    archived: row.archived === 1,
    ...(row.model !== null && { model: decodeText(row.model) }),
    ...(row.title !== null && { title: decodeText(row.title) }),
    ...(row.user_id !== null && { userId: decodeText(row.user_id) }),
    ...(row.parent_session_id !== null && { parentSessionId: row.parent_session_id }),
    ...(row.link !== null && { link: row.link }),
    ...(row.cwd !== null && { workingDirectory: decodeText(row.cwd) }),
    ...(row.ended_at !== null && { endedAtMs: toMilliseconds(row.ended_at) }),
    ...(row.end_reason !== null && { endReason: decodeText(row.end_reason) }),
  }
}

/**
 * Converts seconds to milliseconds. Doubles store seconds precisely to a quarter of a microsecond, so rounding to
 * microseconds restores the value.
 */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000
}

/** Runs `read`. @throws {StoreError} `corrupt` when `read` finds text that should be JSON but is not. */
export function orCorrupt<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new StoreError('corrupt', `The stored ${what} is damaged: restore the store from a backup.`, { cause })
  }
}
