import { StoreError } from '@hermes/core'
import type { Migration } from '../migrations/migrations.js'
import type { PostgresPool } from './client.js'
import { forgetCopies } from './left-copies.js'
import { migrations as known } from './migrations.js'
import { createQuery, type HeldClient, type Query, rollBackOnError, runOnClient } from './run-on-client.js'
import { positional, quotedName } from './sql.js'
import { ensureTrigrams, type Trigrams } from './trigrams.js'

export interface MigrateOptions {
  readonly pool: PostgresPool
  readonly schema: string
  readonly server: string
  readonly migrations?: readonly Migration[]
}

export interface MigrateReport {
  /** Tags of the applied migrations. */
  readonly applied: readonly string[]
  readonly trigrams: Trigrams
}

/**
 * Creates or migrates the schema in one transaction. Processes that start together take turns.
 *
 * @throws {StoreError} `newer-version` for the schema of a newer Hermes; `unavailable` for a database with the wrong
 * encoding or with tables of another program. Both are left unchanged.
 */
export function migrate(options: MigrateOptions): Promise<MigrateReport> {
  const { pool, schema, server, migrations = known } = options
  return runOnClient(pool, (client) =>
    rollBackOnError(client, async () => {
      const query = createQuery(client, (text) => text)
      await client.query({ text: 'begin isolation level read committed' })
      await query(positional('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`hermes schema ${schema}`]))
      await refuseEncoding(query, server)
      const version = await versionOf(query, options)
      if (version === 0) await refuseForeignTables(query, schema, server)
      const pending = migrations.slice(version)
      if (pending.length > 0) await apply(client, query, schema, pending)
      const trigrams = await ensureTrigrams(client, query, schema)
      await client.query({ text: forgetReceipts(schema) })
      await forgetCopies(query)
      await client.query({ text: 'commit' })
      return { applied: pending.map(({ tag }) => tag), trigrams }
    }),
  )
}

async function apply(client: HeldClient, query: Query, schema: string, pending: readonly Migration[]): Promise<void> {
  const name = quotedName(schema)
  const { rows } = await query(positional('select 1 from pg_namespace where nspname = ?', [schema]))
  // `if not exists` would require the permission to create schemas even when the schema exists.
  if (rows.length === 0) await client.query({ text: `create schema ${name}` })
  await client.query({ text: `set local search_path = ${name}` })
  await client.query({
    text: 'create table if not exists migrations (number serial primary key, tag text not null, applied_at timestamptz not null default now())',
  })
  for (const { sql, tag } of pending) {
    await client.query({ text: sql })
    await query(positional('insert into migrations (tag) values (?)', [tag]))
  }
}

/** Returns the statement that deletes the receipts of killed processes. A receipt in use is either rewritten regularly or locked. */
function forgetReceipts(schema: string): string {
  const receipts = `${quotedName(schema)}.receipts`
  return `delete from ${receipts} where id in (
    select id from ${receipts} where written_at < now() - interval '1 day' for update skip locked)`
}

/**
 * Returns the number of applied migrations.
 * @throws {StoreError} `newer-version` when there are more than this Hermes has.
 */
export async function versionOf(
  query: Query,
  { schema, server, migrations = known }: Omit<MigrateOptions, 'pool'>,
): Promise<number> {
  const { rows } = await query(
    positional('select 1 from pg_tables where schemaname = ? and tablename = ?', [schema, 'migrations']),
  )
  if (rows.length === 0) return 0
  const text = `select count(*) as count from ${quotedName(schema)}.migrations`
  const counted = await query<{ count: number }>({ text, values: [] })
  const version = counted.rows[0]?.count ?? 0
  if (version > migrations.length) throw newerVersion({ schema, server }, version, migrations.length)
  return version
}

async function refuseForeignTables(query: Query, schema: string, server: string): Promise<void> {
  const ours = [
    'sessions',
    'shared_texts',
    'messages',
    'questions',
    'session_model_usage',
    'state_values',
    'state_meta',
    'receipts',
    'work_items',
    'work_lanes',
    'lane_claims',
  ]
  const { rows } = await query(
    positional('select 1 from pg_tables where schemaname = ? and tablename = any(?)', [schema, ours]),
  )
  if (rows.length === 0) return
  throw new StoreError(
    'unavailable',
    `The schema ${schema} of ${server} has tables that were not created by this Hermes: set database.schema to another name.`,
  )
}

async function refuseEncoding(query: Query, server: string): Promise<void> {
  const { rows } = await query<{ encoding: string }>(
    positional("select current_setting('server_encoding') as encoding"),
  )
  if (rows[0]?.encoding === 'UTF8') return
  throw new StoreError(
    'unavailable',
    `The database at ${server} stores text as ${rows[0]?.encoding}: create one with \`createdb --encoding=UTF8 --template=template0\`.`,
  )
}

function newerVersion(
  { schema, server }: Pick<MigrateOptions, 'schema' | 'server'>,
  version: number,
  own: number,
): StoreError {
  return new StoreError(
    'newer-version',
    `The schema ${schema} of ${server} was written by a newer Hermes (schema ${version}, this one knows ${own}): update Hermes, or set database.schema to another name.`,
  )
}
