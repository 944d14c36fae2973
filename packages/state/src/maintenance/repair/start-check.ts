import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Logger, StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { clearIndex, findLogDamage, readLog } from '../check/check-log.js'
import { isDamage, messageOf } from '../check/check-pages.js'
import { probe } from '../check/probe.js'
import { withMaintenanceLock } from '../files/maintenance-lock.js'
import { sizeOf } from '../files/new-file.js'
import { sideFiles } from '../files/side-files.js'
import { holdsStore } from '../pages/store-image.js'
import { repairFile } from './repair-store.js'
import { keepLog, markDamaged, unmark } from './take-over.js'

/** Size in bytes above which checking a file would delay the start too much. */
const mostAtOnce = 16 * 1024 * 1024

/**
 * Completes interrupted maintenance. Call it before a store is opened. If the last user of the file crashed and no
 * other process has it open, checks the file and recovers it if necessary.
 *
 * @throws {StoreError} `unavailable` when the file is damaged and in use.
 */
export async function checkAtStart(path: string, logger: Logger): Promise<void> {
  if (isMarked(path)) return recoverAtStart(path, logger)
  if (sizeOf(`${path}-wal`) === 0 && !existsSync(`${path}-shm`)) return
  const isLarge = sizeOf(path) > mostAtOnce
  const { result: damage } = await probe(path, (database) => {
    const found = damageOfLog(path) ?? (isLarge ? undefined : damageOfPages(database))
    // The mark is set while no other process can open the file, so that the next process to open it sees the mark.
    if (found !== undefined) setAside(path, found)
    else if (isLarge) writeFileSync(sideFiles.unchecked(path), '', { mode: 0o600 })
    // Closing the file removes the log but leaves its index, which would then count pages of a log that no longer exists.
    if (found === undefined) clearIndex(path)
    return found
  })
  if (damage !== undefined) await recoverAtStart(path, logger)
}

/** Whether the file must be recovered before use. */
export function isMarked(path: string): boolean {
  return existsSync(sideFiles.damage(path)) || existsSync(sideFiles.recovered(path))
}

function setAside(path: string, reason: string): void {
  // The mark comes first, because a saved log without the mark has no meaning.
  markDamaged(path, reason)
  keepLog(path)
}

/**
 * Whether a file that SQLite cannot open may be recoverable. Reading it directly releases this process's SQLite locks,
 * but a file that cannot be opened has none.
 */
export function isRecoverable(path: string): boolean {
  return holdsStore(path)
}

export async function recoverAtStart(path: string, logger: Logger): Promise<void> {
  await withMaintenanceLock(path, async () => {
    // Another process may have recovered it already.
    if (!isMarked(path)) return
    // The damaged file was moved away to start with an empty store.
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
  // No process has the file open, so closing this descriptor releases no lock.
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
