import { describeError } from '@hermes/core'
import type { HeldClient, Query } from './run-on-client.js'
import { positional, quotedName } from './sql.js'

/** Whether substring search uses an index, and if not, why. */
export type Trigrams = { readonly state: 'indexed' } | { readonly state: 'missing'; readonly reason: string }

const indexName = 'idx_messages_trigrams'

/**
 * Creates the substring index if pg_trgm is installed or can be. This is not a migration, because the permission to
 * create extensions may be granted later.
 */
export async function ensureTrigrams(client: HeldClient, query: Query, schema: string): Promise<Trigrams> {
  const found = await query(
    positional('select 1 from pg_indexes where schemaname = ? and indexname = ?', [schema, indexName]),
  )
  if (found.rows.length > 0) return { state: 'indexed' }
  await client.query({ text: 'savepoint trigrams' })
  try {
    await makeIndex(client, query, schema)
    return { state: 'indexed' }
  } catch (cause) {
    await client.query({ text: 'rollback to savepoint trigrams' })
    return { state: 'missing', reason: describeError(cause) }
  }
}

async function makeIndex(client: HeldClient, query: Query, schema: string): Promise<void> {
  // Several schemas may be created at the same time.
  await query(positional('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['hermes pg_trgm']))
  const where =
    "select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'"
  const installed = await query<{ name: string }>(positional(where))
  // Created in the public schema, because other Hermes schemas share the extension.
  if (installed.rows.length === 0) await client.query({ text: 'create extension pg_trgm schema public' })
  const operators = `${quotedName(installed.rows[0]?.name ?? 'public')}.gin_trgm_ops`
  await client.query({
    text: `create index ${indexName} on ${quotedName(schema)}.messages
      using gin ((coalesce(searchable, content)) ${operators}) with (gin_pending_list_limit = 512) where wide = 1`,
  })
}
