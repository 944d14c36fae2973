import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'
import { applicationId, isEmpty, newerVersion, rejectForeignFile, versionOf } from '../migrations/migrate.js'
import { migrations } from '../migrations/migrations.js'
import { checkChecksums } from './check-checksums.js'
import { checkHeader } from './check-header.js'
import { checkLog } from './check-log.js'
import { checkPages, messageOf } from './check-pages.js'
import { checkRows } from './check-rows.js'
import { checkSchema } from './check-schema.js'
import { copyDatabase } from './copy-database.js'
import { countAll } from './count-all.js'
import { requireSpace, sizeOf, withScratchFile } from './new-file.js'
import { withDatabase, withReader } from './open-existing.js'
import type { StoreHealth, StoreProblem } from './store-health.js'

export interface CheckOptions {
  readonly path: string
  /** `quick` skips checks that compare tables with their indexes. Default `full`. */
  readonly depth?: 'quick' | 'full'
  readonly signal?: AbortSignal
}

/**
 * Checks the session store and reports the problems found. Changes nothing and may run while the store is in use. A
 * full check works on a copy and needs disk space for it.
 *
 * @throws {StoreError} `not-found` when there is no store; `newer-version`; `full`; `unavailable` when the file belongs
 * to another program or cannot be read. Damage is reported in the result, not thrown. `signal.reason` when aborted.
 */
export async function checkStore({ depth = 'full', signal, ...options }: CheckOptions): Promise<StoreHealth> {
  signal?.throwIfAborted()
  const path = resolve(options.path)
  const logProblems = await checkLog(path)
  const look = (database: Database) => inspect(database, { path, depth, ...(signal && { signal }) })
  const { problems, ...found } = await withReader(path, look).catch(unreadable)
  const all = [...logProblems, ...problems]
  return {
    path,
    ok: all.length === 0,
    problems: all,
    ...(found.schemaVersion !== undefined && { schemaVersion: found.schemaVersion }),
    ...(found.counts && { counts: found.counts }),
    sizes: { file: sizeOf(path), log: sizeOf(`${path}-wal`), free: found.free ?? 0 },
  }
}

interface Findings extends Partial<Pick<StoreHealth, 'schemaVersion' | 'counts'>> {
  readonly problems: readonly StoreProblem[]
  readonly free?: number
}

interface Inspection {
  readonly path: string
  readonly depth: 'quick' | 'full'
  readonly signal?: AbortSignal
}

async function inspect(database: Database, { path, depth, signal }: Inspection): Promise<Findings> {
  if (isEmpty(database)) return { problems: [problem('The file is empty.', false)] }
  rejectForeign(database)
  const free = Number(database.pragma('freelist_count', { simple: true })) * pageSizeOf(database)
  const schema = await checkSchema(database)
  const facts = { free, schemaVersion: versionOf(database) }
  if (depth === 'quick') {
    const pages = await checkPages(database, 'quick')
    if (pages.length + schema.length > 0) return { ...facts, problems: [...pages, ...schema] }
    return { ...facts, problems: await checkChecksums(database, signal), counts: countAll(database) }
  }
  requireSpace(path, sizeOf(path) + sizeOf(`${path}-wal`))
  return withScratchFile(path, async (scratch) => {
    await copyDatabase(database, scratch, { signal })
    const pages = [...checkHeader(scratch), ...(await withDatabase(scratch, {}, (copy) => checkPages(copy, 'full')))]
    const isReadable = schema.length === 0 && pages.every(({ kind }) => kind !== 'structure')
    if (!isReadable) return { ...facts, problems: [...pages, ...schema] }
    const { problems, counts } = await withDatabase(scratch, {}, (copy) => checkRows(copy, signal))
    return { ...facts, counts, problems: [...pages, ...problems] }
  })
}

/**
 * @throws {StoreError} when the file is not a Hermes store of this or an earlier version, as far as a damaged file
 * shows.
 */
function rejectForeign(database: Database): void {
  const isOurs = database.pragma('application_id', { simple: true }) === applicationId
  const tables = database.prepare(
    "select count(*) from sqlite_schema where name in ('sessions', 'messages', 'state_meta')",
  )
  if (!isOurs && tables.pluck().get() !== 3) rejectForeignFile(database)
  const version = versionOf(database)
  if (isOurs && version > migrations.length) throw newerVersion(database.name, version)
}

/** The result when SQLite cannot open the file. */
function unreadable(error: unknown): Findings {
  if (!StoreError.is(error) || error.kind !== 'corrupt') throw error
  return { problems: [problem(`The file cannot be read: ${messageOf(error.cause)}.`, true)] }
}

function problem(text: string, repairable: boolean): StoreProblem {
  return { kind: 'structure', text, repairable }
}

function pageSizeOf(database: Database): number {
  return Number(database.pragma('page_size', { simple: true }))
}
