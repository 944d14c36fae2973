import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import { probe } from '../check/probe.js'
import { sizeOf } from '../files/new-file.js'
import { sideFiles } from '../files/side-files.js'
import { type RecoveryReport, recoverFile } from '../recover/recover-file.js'

/**
 * Recovers a damaged file when no other process has it open. While its mark exists, no process opens the file; see
 * `openDatabase`. Requires the maintenance lock.
 *
 * @throws {StoreError} `unavailable` when the file is in use.
 */
export async function takeOver(path: string, reason: string): Promise<RecoveryReport> {
  await requireExclusive(path, reason)
  return recoverFile(path)
}

/**
 * Ensures that no process has a damaged file open or opens it from now on.
 *
 * @throws {StoreError} `unavailable` when the file is in use.
 */
export async function requireExclusive(path: string, reason = 'It is being replaced.'): Promise<void> {
  const wasMarked = existsSync(sideFiles.damage(path))
  markDamaged(path, reason)
  const draft = copyLog(path)
  // SQLite deletes the log of an empty file, which nothing can use.
  if (sizeOf(path) === 0) {
    if (draft !== undefined) renameSync(draft, sideFiles.damagedLog(path))
    return
  }
  const { occupancy } = await probe(path, () => keepLog(path))
  if (occupancy === 'unreadable' && draft !== undefined && !existsSync(sideFiles.damagedLog(path))) {
    renameSync(draft, sideFiles.damagedLog(path))
  }
  if (draft !== undefined) rmSync(draft, { force: true })
  if (occupancy !== 'in-use') return
  if (!wasMarked) unmark(path)
  throw new StoreError(
    'unavailable',
    `${path} is damaged and cannot be repaired while it is in use: quit all Hermes programs that use it, then try again.`,
  )
}

export function markDamaged(path: string, reason: string): void {
  writeFileSync(sideFiles.damage(path), `${reason}\n`, { mode: 0o600 })
}

/**
 * Saves the log, because opening and closing the file would make SQLite drop the part that it does not accept. Call it
 * only when no other process has the file open: a copy older than the file would undo later writes.
 */
export function keepLog(path: string): void {
  const kept = sideFiles.damagedLog(path)
  const draft = existsSync(kept) ? undefined : copyLog(path)
  if (draft !== undefined) renameSync(draft, kept)
}

function copyLog(path: string): string | undefined {
  if (!existsSync(`${path}-wal`)) return undefined
  const draft = `${sideFiles.damagedLog(path)}.draft`
  copyFileSync(`${path}-wal`, draft)
  return draft
}

export function unmark(path: string): void {
  // The mark is deleted last, because a saved log without the mark has no meaning.
  for (const name of [sideFiles.damagedLog(path), sideFiles.damage(path)]) rmSync(name, { force: true })
}
