import type { Message, NewMessage, SessionId } from '@hermes/core'
import type { NewSession, SessionChanges } from '@hermes/core/sessions'
import { checkedColumns, checksumOf, requireSession } from './checksum.js'
import type { MessageRow, SessionRow } from './schema.js'
import { encodeContent, encodeText, searchableText } from './text.js'

/** Message columns that are read back. */
export const messageColumns = [...checkedColumns.messages, 'checksum'] as const satisfies readonly (keyof MessageRow)[]

/** All columns of the INSERT. The last one is never read back. */
export const insertedColumns = [...messageColumns, 'searchable'] as const satisfies readonly (keyof MessageRow)[]

/** One value for each of {@link insertedColumns}. A tuple, because positional binding is fastest. */
export type MessageValues = readonly (string | number | null)[]

export function toMessageValues(sessionId: SessionId, given: NewMessage): MessageValues {
  const fields = toFields(given.message)
  const checked = [
    sessionId,
    given.message.role,
    fields.content,
    orNull(fields.toolCallId, encodeText),
    orNull(fields.toolCalls, JSON.stringify),
    orNull(fields.toolName, encodeText),
    toSeconds(given.timestampMs),
    given.tokenCount ?? null,
    given.finishReason ?? null,
    orNull(fields.reasoning, encodeText),
    orNull(fields.providerData, JSON.stringify),
    orNull(given.platformMessageId, encodeText),
  ]
  return [
    ...checked,
    checksumOf(checked),
    orNull(given.message.content, (content) => searchableText(content, fields.content)),
  ]
}

function toFields(message: Message) {
  const assistant = message.role === 'assistant' ? message : undefined
  const tool = message.role === 'tool' ? message : undefined
  return {
    content: message.content === null ? null : encodeContent(message.content),
    toolCalls: assistant?.tool_calls,
    reasoning: assistant?.reasoning,
    providerData: assistant?.provider_data,
    toolCallId: tool?.tool_call_id,
    toolName: tool?.name,
  }
}

/** Returns the columns of a new session. The others have defaults. */
export function toSessionRow(session: NewSession) {
  return {
    id: session.id,
    source: encodeText(session.source),
    model: orNull(session.model, encodeText),
    model_config: orNull(session.notes, JSON.stringify),
    system_prompt: orNull(session.systemPrompt, encodeText),
    title: orNull(session.title, encodeText),
    user_id: orNull(session.userId, encodeText),
    parent_session_id: session.parentSessionId ?? null,
    link: session.parentSessionId === undefined ? null : (session.link ?? null),
    cwd: orNull(session.workingDirectory, encodeText),
    started_at: toSeconds(session.startedAtMs),
    last_activity_at: toSeconds(session.startedAtMs),
  } satisfies Partial<SessionRow>
}

/** Returns a row with its checksum. Missing columns count as null. */
export function withChecksum<Row extends Partial<SessionRow>>(row: Row): Row & Pick<SessionRow, 'checksum'> {
  return { ...row, checksum: checksumOf(checkedColumns.sessions.map((column) => row[column] ?? null)) }
}

/**
 * Returns the columns to change in a row, with its resulting checksum.
 *
 * @throws {StoreError} `corrupt` when the row is damaged, because the new checksum would hide the damage.
 */
export function toUpdate(before: SessionRow, columns: Partial<SessionRow>): Partial<SessionRow> {
  requireSession(before)
  return { ...columns, checksum: withChecksum({ ...before, ...columns }).checksum }
}

/** Returns the changed columns. Omitted values stay unchanged; `null` clears a value. */
export function toChangedColumns(changes: SessionChanges): Partial<SessionRow> {
  const { title, model, notes, systemPrompt, endedAtMs, endReason, contextState, archived } = changes
  return {
    ...(title !== undefined && { title: orNull(title, encodeText) }),
    ...(model !== undefined && { model: encodeText(model) }),
    ...(notes !== undefined && { model_config: JSON.stringify(notes) }),
    ...(systemPrompt !== undefined && { system_prompt: encodeText(systemPrompt) }),
    ...(endedAtMs !== undefined && { ended_at: orNull(endedAtMs, toSeconds) }),
    ...(endReason !== undefined && { end_reason: orNull(endReason, encodeText) }),
    ...(contextState !== undefined && { context_state: orNull(contextState, JSON.stringify) }),
    ...(archived !== undefined && { archived: archived ? 1 : 0 }),
  }
}

export function toSeconds(milliseconds: number): number {
  return milliseconds / 1000
}

export function orNull<Value, Stored>(
  value: Value | null | undefined,
  encode: (value: Value) => Stored,
): Stored | null {
  return value === undefined || value === null ? null : encode(value)
}
