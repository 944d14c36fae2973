import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Logger, StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { withCareLock } from './care-lock.js'
import { findLogDamage, readLog } from './check-log.js'
import { isDamage, messageOf } from './check-pages.js'
import { sizeOf } from './new-file.js'
import { probe } from './probe.js'
import { openPageImage } from './recover/page-image.js'
import { isStoreImage } from './recover/version-of-image.js'
import { repairFile } from './repair-store.js'
import { sideFiles } from './side-files.js'
import { keepLog, markDamaged, unmark } from './take-over.js'

/** Checking more than this would hold up a start. */
const mostAtOnce = 16 * 1024 * 1024

/**
 * To be called before a store is opened. Finishes what an earlier process left half done; and if the last one to use the file
 * did not close it, and no other process has it open, makes sure that it is sound, and recovers it otherwise.
 * @throws {StoreError} `unavailable` when the file is damaged and in use.
 */
export async function careAtStart(path: string, logger: Logger): Promise<void> {
  if (isMarked(path)) return recoverAtStart(path, logger)
  if (sizeOf(`${path}-wal`) === 0 && !existsSync(`${path}-shm`)) return
  const isLarge = sizeOf(path) > mostAtOnce
  const { result: damage } = await probe(path, (database) => {
    const found = damageOfLog(path) ?? (isLarge ? undefined : damageOfPages(database))
    // While no other process can open it: the next one to open the file sees the mark.
    if (found !== undefined) setAside(path, found)
    else if (isLarge) writeFileSync(sideFiles.unchecked(path), '', { mode: 0o600 })
    return found
  })
  if (damage !== undefined) await recoverAtStart(path, logger)
}

/** Whether the file must not be used before it has been recovered. */
export function isMarked(path: string): boolean {
  return existsSync(sideFiles.damage(path)) || existsSync(sideFiles.recovered(path))
}

function setAside(path: string, reason: string): void {
  // In this order: a log that was put aside means nothing without the mark.
  markDamaged(path, reason)
  keepLog(path)
}

/**
 * Whether a file that SQLite cannot open is worth the attempt to recover it. It is read without SQLite, which drops the locks of
 * this process on it: there can be none on a file that cannot be opened.
 */
export function isRecoverable(path: string): boolean {
  const image = openPageImage(path, `${path}-wal`)
  try {
    return isStoreImage(image)
  } finally {
    image.close()
  }
}

export async function recoverAtStart(path: string, logger: Logger): Promise<void> {
  await withCareLock(path, async () => {
    // Another process may have been quicker.
    if (!isMarked(path)) return
    // The damaged file was moved away, to start with an empty one.
    if (!existsSync(sideFiles.recovered(path)) && sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0) return unmark(path)
    logger.log('error', 'the session store is damaged and is being recovered', { path })
    const { problems, remaining, recovery } = await repairFile(path, () => undefined)
    const found = problems.map(({ text }) => text)
    if (remaining.length > 0) throw stillDamaged(path, remaining[0]?.text ?? '')
    logger.log('error', 'the session store was damaged and has been recovered', {
      path,
      found,
      ...(recovery && { keptAt: recovery.keptAt, lost: [...recovery.losses], ...recovery.recovered }),
    })
  })
}

function damageOfLog(path: string): string | undefined {
  const index = `${path}-shm`
  // No process has the file open, so closing this descriptor loses no lock.
  return findLogDamage(readLog(path), existsSync(index) ? readFileSync(index) : Buffer.alloc(0))
}

function damageOfPages(database: Database): string | undefined {
  try {
    const found = String(database.pragma('integrity_check(1)', { simple: true }))
    return found === 'ok' ? undefined : `SQLite: ${found}.`
  } catch (error) {
    if (isDamage(error)) return messageOf(error)
    throw error
  }
}

function stillDamaged(path: string, problem: string): StoreError {
  return new StoreError('corrupt', `${path} is damaged and could not be recovered (${problem}): restore a backup.`)
}
