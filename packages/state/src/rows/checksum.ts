import { crc32 } from 'node:zlib'
import { StoreError } from '@hermes/core'
import type { MessageRow, QuestionRow, SessionRow, SharedTextRow, ValueRow, WorkItemRow } from './schema.js'

/** A value of a column in {@link checkedColumns}. */
export type CheckedValue = string | number | null

/** Checksum of a row that was stored in PostgreSQL before rows had checksums. In SQLite, the migration computed them. */
export const notChecked = -1

/**
 * The columns that a row's checksum covers, by table and in this order: those that do not change while the row exists.
 * A new column at the end of a list leaves checksums unchanged while it is null; any other change of a list needs a migration.
 */
export const checkedColumns = {
  messages: [
    'session_id',
    'role',
    'content',
    'tool_call_id',
    'tool_calls',
    'tool_name',
    'timestamp',
    'token_count',
    'finish_reason',
    'reasoning',
    'provider_data',
    'platform_message_id',
  ],
  questions: [
    'id',
    'kind',
    'session_id',
    'root_session_id',
    'tool',
    'content',
    'cwd',
    'reasons',
    'choices',
    'fingerprint',
    'created_at',
    'deadline',
    'default_answer',
    'asked_by',
    'session_scope',
    'call_id',
  ],
  // Excludes the columns that end, archive and count a session, because they change often and with conditions.
  sessions: [
    'id',
    'source',
    'user_id',
    'model',
    'title',
    'cwd',
    'link',
    'started_at',
    'model_config',
    'context_state',
    'system_prompt',
    'shared_notes',
    'shared_prompt',
  ],
  shared_texts: ['hash', 'text'],
  state_values: ['namespace', 'key', 'value'],
  work_items: ['queue', 'lane', 'id', 'payload'],
} as const

export type CheckedTable = keyof typeof checkedColumns

type Rows = {
  readonly messages: MessageRow
  readonly questions: QuestionRow
  readonly sessions: SessionRow
  readonly shared_texts: SharedTextRow
  readonly state_values: ValueRow
  readonly work_items: WorkItemRow
}

/**
 * Why a column has no checksum.
 *
 * - `key`: damage makes the row another row, or leaves no row that refers to it.
 * - `changes`: it changes while the row exists, as usage and activity do after each model call. A checksum would need
 *   all columns of the row at each update, and two processes could not update different columns.
 * - `time`: damage only makes something happen earlier or later.
 * - `derived`: it is computed from other columns.
 * - `recounted`: a check compares it with the rows that it counts.
 * - `unused`: the store does not read it.
 */
type Reason = 'key' | 'changes' | 'time' | 'derived' | 'recounted' | 'unused'

/** The columns without a checksum. The compiler requires every column of a table to be in one of the two lists. */
export const uncheckedColumns: {
  readonly [Table in CheckedTable]: Readonly<
    Record<Exclude<keyof Rows[Table], (typeof checkedColumns)[Table][number] | 'checksum'>, Reason>
  >
} = {
  messages: {
    id: 'key',
    searchable: 'derived',
    search_text: 'derived',
    search_scope: 'derived',
    reasoning_content: 'unused',
    reasoning_details: 'unused',
    codex_reasoning_items: 'unused',
    codex_message_items: 'unused',
    effect_disposition: 'unused',
    observed: 'unused',
    active: 'unused',
    compacted: 'unused',
    api_content: 'unused',
    display_kind: 'unused',
    display_metadata: 'unused',
  },
  questions: {
    held_until: 'changes',
    state: 'changes',
    answer: 'changes',
    answered_by: 'changes',
    settled_at: 'changes',
    taken_at: 'changes',
  },
  sessions: {
    message_count: 'recounted',
    tool_call_count: 'recounted',
    parent_session_id: 'changes',
    ended_at: 'changes',
    end_reason: 'changes',
    last_activity_at: 'changes',
    api_call_count: 'changes',
    input_tokens: 'changes',
    output_tokens: 'changes',
    cache_read_tokens: 'changes',
    cache_write_tokens: 'changes',
    reasoning_tokens: 'changes',
    estimated_cost_usd: 'changes',
    cost_status: 'changes',
    cost_source: 'changes',
    pricing_version: 'changes',
    archived: 'changes',
    billing_provider: 'unused',
    billing_base_url: 'unused',
    billing_mode: 'unused',
    actual_cost_usd: 'unused',
    title_source: 'unused',
    handoff_state: 'unused',
    handoff_platform: 'unused',
    handoff_error: 'unused',
    session_key: 'unused',
    chat_id: 'unused',
    chat_type: 'unused',
    thread_id: 'unused',
    display_name: 'unused',
    origin_json: 'unused',
    expiry_finalized: 'unused',
    git_branch: 'unused',
    git_repo_root: 'unused',
    profile_name: 'unused',
    transport_profile: 'unused',
    rewind_count: 'unused',
    pinned: 'unused',
  },
  shared_texts: {},
  state_values: { session_id: 'key', updated_at: 'unused' },
  work_items: {
    number: 'key',
    status: 'changes',
    attempt: 'changes',
    not_before: 'time',
    put_at: 'time',
    fence: 'changes',
    error: 'changes',
    settled_at: 'changes',
  },
}

/**
 * Returns the CRC-32 of the values of a row, in the order of {@link checkedColumns}, with compressed texts expanded. It
 * detects every change of up to 32 adjacent bits.
 */
export function checksumOf(values: readonly CheckedValue[]): number {
  let text = ''
  for (let position = 0; position < values.length; position++) {
    const value = values[position] ?? null
    // SQLite stores NaN as null.
    if (value !== null && !Number.isNaN(value)) text += prefixes[position] + String(value)
  }
  return crc32(text)
}

/** Returns the prefix of each value that is not null. No stored text contains NUL. */
export function prefixOf(position: number): string {
  return prefixes[position] ?? ''
}

const prefixes = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `\0${letter}`)

/** Returns the checksum of a row given as an object. */
export function checksumOfRow<Table extends CheckedTable>(
  table: Table,
  row: Readonly<Record<(typeof checkedColumns)[Table][number], CheckedValue>>,
): number {
  const columns: readonly (typeof checkedColumns)[Table][number][] = checkedColumns[table]
  return checksumOf(columns.map((column) => row[column]))
}

/**
 * Compares the checksum of a row with the stored one.
 *
 * @param what Names the row in the error.
 * @throws {StoreError} `corrupt` when the row differs from what was stored.
 */
export function requireChecksum(what: string, stored: number | null, found: number): void {
  if (stored === found || stored === notChecked) return
  throw new StoreError(
    'corrupt',
    `The stored ${what} was changed by damage and is not used: repair the store, or restore a backup.`,
  )
}

/** Checks the record of a session. @throws {StoreError} `corrupt` when it differs from what was stored. */
export function requireSession(row: Pick<SessionRow, (typeof checkedColumns)['sessions'][number] | 'checksum'>): void {
  requireChecksum(`record of session ${row.id}`, row.checksum, checksumOfRow('sessions', row))
}
