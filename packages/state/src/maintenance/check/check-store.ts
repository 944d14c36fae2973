import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { applicationId, isEmpty, newerVersion, rejectForeignFile, versionOf } from '../../migrations/migrate.js'
import { migrations } from '../../migrations/migrations.js'
import { copyDatabase } from '../copy/copy-database.js'
import { isEmptyBesideLog } from '../files/empty-beside-log.js'
import { requireSpace, sizeOf, withScratchFile } from '../files/new-file.js'
import { withDatabase, withReader } from '../files/open-existing.js'
import { holdsStore } from '../pages/store-image.js'
import { describeContent, findLoss, missingStore } from '../record/find-loss.js'
import { readLosses } from '../record/kept-losses.js'
import { createReadPosition } from '../record/position.js'
import { type AcknowledgedRecord, readRecord } from '../record/record-file.js'
import { checkChecksums } from './check-checksums.js'
import { checkHeader } from './check-header.js'
import { checkLog } from './check-log.js'
import { checkPages, messageOf } from './check-pages.js'
import { checkCounters, checkRows } from './check-rows.js'
import { checkSchema } from './check-schema.js'
import { countAll } from './count-all.js'
import { isForeignLog } from './foreign-log.js'
import type { StoreHealth, StoreProblem } from './store-health.js'

export interface CheckOptions {
  readonly path: string
  /** Depth of the check. `quick` skips checks that compare tables with their indexes. Default: `full`. */
  readonly depth?: 'quick' | 'full'
  readonly signal?: AbortSignal
}

/**
 * Checks the session store and reports the problems found. Changes nothing and may run while the store is in use. A
 * full check works on a copy and needs disk space for it.
 *
 * @throws {StoreError} `not-found` when there is no store; `newer-version`; `full`; `unavailable` when the file belongs
 * to another program or cannot be read. Damage is reported in the result, not thrown. Throws `signal.reason` when aborted.
 */
export async function checkStore({ depth = 'full', signal, ...options }: CheckOptions): Promise<StoreHealth> {
  signal?.throwIfAborted()
  const path = resolve(options.path)
  const record = readRecord(path)
  if (record && !existsSync(path)) throw missingStore(path, record)
  // Opening the file rebuilds the index of the log, so the log is checked first.
  const logProblems = await checkLog(path)
  const look = (database: Database) => inspect(database, { path, depth, record, ...(signal && { signal }) })
  const { problems, ...found } = (await isForeignLog(path))
    ? foreignLog
    : isEmptyBesideLog(path)
      ? emptyFile(path, record)
      : await withReader(path, look).catch((error: unknown) => unreadable(error, path))
  const all = [...logProblems, ...problems, ...lossesOf(path, found.loss)]
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
  /** Content that the store has lost since its record was written. */
  readonly loss?: string | undefined
}

/** Findings for a log of another file. Reading the file would show pages of both. */
const foreignLog: Findings = {
  problems: [{ kind: 'log', text: english`The write-ahead log belongs to another file.`, repairable: true }],
}

function lossesOf(path: string, found: string | undefined): readonly StoreProblem[] {
  const texts = new Set([...readLosses(path), ...(found === undefined ? [] : [found])])
  return [...texts].map((text) => ({ kind: 'lost', text, repairable: false }))
}

interface Inspection {
  readonly path: string
  readonly depth: 'quick' | 'full'
  readonly record: AcknowledgedRecord | undefined
  readonly signal?: AbortSignal
}

async function inspect(database: Database, { path, depth, record, signal }: Inspection): Promise<Findings> {
  if (isEmpty(database)) return emptyFile(path, record)
  rejectForeign(database)
  const free = Number(database.pragma('freelist_count', { simple: true })) * pageSizeOf(database)
  const schema = await checkSchema(database)
  const isCurrent = schema.length === 0 && versionOf(database) === migrations.length
  const loss = record && isCurrent ? findLoss(record, createReadPosition(database)()) : undefined
  const facts = { free, loss, schemaVersion: versionOf(database) }
  if (depth === 'quick') {
    const pages = await checkPages(database, 'quick')
    if (pages.length + schema.length > 0) return { ...facts, problems: [...pages, ...schema] }
    const problems = [...checkCounters(database), ...(await checkChecksums(database, signal))]
    return { ...facts, problems, counts: countAll(database) }
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

function emptyFile(path: string, record: AcknowledgedRecord | undefined): Findings {
  const text = record
    ? english`The file is empty, but contained ${describeContent(record)}.`
    : english`The file is empty.`
  // The log may still contain everything. A file with pages is not read directly, because that would release the
  // locks of this process.
  return { problems: [problem(text, sizeOf(path) === 0 && holdsStore(path))] }
}

/**
 * Rejects a file that is not a Hermes store of this or an earlier version, as far as a damaged file shows.
 *
 * @throws {StoreError}
 */
function rejectForeign(database: Database): void {
  const isOurs = database.pragma('application_id', { simple: true }) === applicationId
  if (!isOurs && !hasOurTables(database)) rejectForeignFile(database)
  const version = versionOf(database)
  if (isOurs && version > migrations.length) throw newerVersion(database.name, version)
}

/** Whether the file has the tables of Hermes. The store of the Python agent has tables with the same names, plus `schema_version`. */
function hasOurTables(database: Database): boolean {
  const count = database.prepare<[string], { count: number }>(
    'select count(*) as count from sqlite_schema where name in (select value from json_each(?))',
  )
  const has = (...names: readonly string[]) => count.get(JSON.stringify(names))?.count === names.length
  return has('sessions', 'messages', 'state_meta') && !has('schema_version')
}

/** Returns the findings for a file that SQLite cannot open. */
function unreadable(error: unknown, path: string): Findings {
  if (!StoreError.is(error) || error.kind !== 'corrupt') throw error
  return { problems: [problem(english`The file cannot be read: ${messageOf(error.cause)}.`, holdsStore(path))] }
}

function problem(text: string, repairable: boolean): StoreProblem {
  return { kind: 'structure', text, repairable }
}

function pageSizeOf(database: Database): number {
  return Number(database.pragma('page_size', { simple: true }))
}
