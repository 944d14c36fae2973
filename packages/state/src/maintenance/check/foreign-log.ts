import { closeSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { type Logger, StoreError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { copyInChildProcess } from '../copy/copy-in-child-process.js'
import { isEmptyBesideLog } from '../files/empty-beside-log.js'
import { publishedFrames } from '../files/log-file.js'
import { withMaintenanceLock } from '../files/maintenance-lock.js'
import { requireSpace, sizeOf, withScratchFile } from '../files/new-file.js'
import { openExisting } from '../files/open-existing.js'
import { keptName } from '../files/side-files.js'
import { createReadPosition, type Position } from '../record/position.js'
import { type AcknowledgedRecord, readRecord } from '../record/record-file.js'
import { readIndexInChildProcess, readLog } from './check-log.js'
import { checkPages, isDamage } from './check-pages.js'
import { probe } from './probe.js'

/**
 * Sets aside a log that belongs to another file, as `state.db.foreign-<time>-wal`. Call it before SQLite opens the file
 * and copies such a log into it.
 *
 * @throws {StoreError} `unavailable` when the file is in use.
 */
export async function setForeignLogAside(path: string, logger: Logger): Promise<void> {
  if (isKnownLog(path, readRecord(path))) return
  await withMaintenanceLock(path, async () => {
    const keptAt = await moveForeignLog(path)
    if (keptAt === undefined) return
    logger.log('error', 'the session store had the write-ahead log of another file, which was set aside', {
      path,
      keptAt,
    })
  })
}

/**
 * Moves a log of another file away. Requires the maintenance lock.
 *
 * @returns where the log is kept, or `undefined` when it belongs to the file.
 * @throws {StoreError} `unavailable` when the file is in use.
 */
export async function moveForeignLog(path: string): Promise<string | undefined> {
  if (!(await isForeignLog(path))) return undefined
  const keptAt = `${keptName(path, 'foreign', new Date())}-wal`
  renameSync(`${path}-wal`, keptAt)
  // Without its log, the file can be opened to see whether another process uses it.
  const { occupancy } = await probe(path, () => undefined)
  if (occupancy === 'in-use') {
    renameSync(keptAt, `${path}-wal`)
    throw new StoreError(
      'unavailable',
      `The write-ahead log of ${path} was replaced while it was in use: quit all Hermes programs that use it, then try again.`,
    )
  }
  rmSync(`${path}-shm`, { force: true })
  return keptAt
}

/** Whether the log would put pages of another file, or of an earlier time, into this one. Changes nothing. */
export async function isForeignLog(path: string): Promise<boolean> {
  const record = readRecord(path)
  // An empty file has no pages that a log could mix with.
  if (!record || isKnownLog(path, record) || isEmptyBesideLog(path)) return false
  const log = readLog(path)
  if (log.accepted === 0 || publishedFrames(await readIndexInChildProcess(path), log) !== undefined) return false
  requireSpace(path, 2 * (sizeOf(path) + sizeOf(`${path}-wal`)))
  return withScratchFile(path, async (scratch) => {
    for (const ending of ['', '-wal']) await copyInChildProcess(path + ending, scratch + ending)
    const found = await positionOf(scratch)
    return found === undefined || !isReached(record, found)
  })
}

/** Whether the log contains the newest acknowledged commit, or there is no log. */
function isKnownLog(path: string, record: AcknowledgedRecord | undefined): boolean {
  if (record === undefined || sizeOf(`${path}-wal`) === 0) return true
  const salts = saltsOf(path)
  return salts === undefined || salts === record.salts
}

/**
 * Returns the salts of the log, or `undefined` when there is no log: the last process that closes the file removes it,
 * possibly at any time.
 */
function saltsOf(path: string): string | undefined {
  const salts = Buffer.alloc(8)
  const descriptor = openLog(path)
  if (descriptor === undefined) return undefined
  try {
    readSync(descriptor, salts, 0, salts.length, 16)
  } finally {
    closeSync(descriptor)
  }
  return salts.toString('hex')
}

function openLog(path: string): number | undefined {
  try {
    return openSync(`${path}-wal`, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isReached(record: Position, found: Position): boolean {
  return found.storeId === record.storeId && found.messages >= record.messages && found.items >= record.items
}

/** Returns the position of a store, or `undefined` when the file is damaged. */
async function positionOf(path: string): Promise<Position | undefined> {
  const database = await openExisting(path)
  try {
    return (await checkPages(database, 'quick')).length === 0 ? createReadPosition(database)() : undefined
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  } finally {
    database.close()
  }
}
