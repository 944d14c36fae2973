import { crc32 } from 'node:zlib'
import { StoreError } from '@hermes/core'
import type { SessionRow } from './schema.js'

/** The value of a column of {@link checkedColumns}. */
export type CheckedValue = string | number | null

/** The checksum of a row that was stored in PostgreSQL before rows had one. In SQLite the migration computed them. */
export const notChecked = -1

/**
 * The columns that a row's checksum covers, by table and in this order: what does not change while the row exists. A new
 * column at the end of a list needs no other checksums while it is null; any other change of a list needs a migration.
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
  ],
  // Without what ends, archives and counts a session: these change often, and with conditions.
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
  ],
  state_values: ['namespace', 'key', 'value'],
  work_items: ['queue', 'lane', 'id', 'payload'],
} as const

export type CheckedTable = keyof typeof checkedColumns

/**
 * The CRC-32 of the values of a row, in the order of {@link checkedColumns}, with compressed texts expanded. It finds
 * every change of up to 32 neighbouring bits.
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

/** Precedes each value that is not null. No stored text contains NUL. */
export function prefixOf(position: number): string {
  return prefixes[position] ?? ''
}

const prefixes = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `\0${letter}`)

/** The checksum of a row given as an object. */
export function checksumOfRow<Table extends CheckedTable>(
  table: Table,
  row: Readonly<Record<(typeof checkedColumns)[Table][number], CheckedValue>>,
): number {
  const columns: readonly (typeof checkedColumns)[Table][number][] = checkedColumns[table]
  return checksumOf(columns.map((column) => row[column]))
}

/**
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

/** @throws {StoreError} `corrupt` when the record of a session differs from what was stored. */
export function requireSession(row: Pick<SessionRow, (typeof checkedColumns)['sessions'][number] | 'checksum'>): void {
  requireChecksum(`record of session ${row.id}`, row.checksum, checksumOfRow('sessions', row))
}
