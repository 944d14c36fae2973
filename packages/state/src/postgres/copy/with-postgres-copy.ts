import { randomUUID } from 'node:crypto'
import { type Logger, silentLogger } from '@hermes/core'
import type { PostgresPool } from '../client.js'
import { copyMark, copyPrefix, forgetCopies, holdCopy } from '../left-copies.js'
import { loadDriver } from '../load-driver.js'
import { migrate, versionOf } from '../migrate.js'
import { migrations as known } from '../migrations.js'
import { openPool } from '../pool.js'
import { createQuery, type Query, rollBackOnError, runOnClient } from '../run-on-client.js'
import { positional, quotedName } from '../sql.js'
import { translateError } from '../translate-error.js'
import { copyRows } from './copy-rows.js'

export interface PostgresCopyOptions {
  readonly url: string
  /** Schema to copy. */
  readonly schema: string
  /** Logger. Default: silent. */
  readonly logger?: Logger
}

/**
 * Copies a store to another schema of its database, at its current version, and removes the copy when `use` has ended.
 * The store may be in use in the meantime. If the process is killed, its copy is removed when the next store of the database is opened.
 *
 * Resolves with `undefined`, without calling `use`, when the database user may not create schemas.
 *
 * @throws {StoreError} `newer-version` for the schema of a newer Hermes; `full`; `unavailable`.
 */
export async function withPostgresCopy<T>(
  { url, schema, logger = silentLogger }: PostgresCopyOptions,
  use: (copy: string) => Promise<T>,
): Promise<T | undefined> {
  // Copying a large table takes long, without a sign of life from the server.
  const { pool, server } = openPool(await loadDriver(), { url, silenceMs: 0, connectMs: 10_000, logger })
  const copy = `${copyPrefix}${randomUUID().replaceAll('-', '')}`
  try {
    if (!(await mayCreateSchemas(pool))) return undefined
    return await whileHeld(pool, copy, async () => {
      try {
        await createCopy({ pool, schema, server, copy })
        return await use(copy)
      } finally {
        await inTransaction(pool, 'read committed', (_, run) =>
          run(`drop schema if exists ${quotedName(copy)} cascade`),
        )
      }
    })
  } catch (error) {
    throw translateError(error, server)
  } finally {
    await pool.end()
  }
}

interface Copy {
  readonly pool: PostgresPool
  readonly schema: string
  readonly server: string
  readonly copy: string
}

async function createCopy({ pool, schema, server, copy }: Copy): Promise<void> {
  const version = await inTransaction(pool, 'read committed', async (query, run) => {
    await forgetCopies(query)
    await run(`create schema ${quotedName(copy)}`)
    await run(`comment on schema ${quotedName(copy)} is '${copyMark}'`)
    return versionOf(query, { schema, server })
  })
  if (version === 0) return
  await migrate({ pool, schema: copy, server, migrations: known.slice(0, version) })
  await inTransaction(pool, 'repeatable read', async (query) => {
    await holdCopy(query, copy)
    await copyRows(query, { from: schema, to: copy })
  })
}

async function mayCreateSchemas(pool: PostgresPool): Promise<boolean> {
  const text = "select has_database_privilege(current_database(), 'create')::text as allowed"
  const { rows } = await runOnClient(pool, (client) =>
    createQuery(client, (own) => own)<{ allowed: string }>(positional(text)),
  )
  return rows[0]?.allowed === 'true'
}

/** Runs `work` while no other process can remove the copy. */
function whileHeld<T>(pool: PostgresPool, copy: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, 'read committed', async (query) => {
    await holdCopy(query, copy)
    return work()
  })
}

function inTransaction<T>(
  pool: PostgresPool,
  isolation: 'read committed' | 'repeatable read',
  work: (query: Query, run: (text: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  return runOnClient(pool, (client) =>
    rollBackOnError(client, async () => {
      await client.query({
        text: `begin isolation level ${isolation}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
      })
      const result = await work(
        createQuery(client, (text) => text),
        (text) => client.query({ text }),
      )
      await client.query({ text: 'commit' })
      return result
    }),
  )
}
