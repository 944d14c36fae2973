import { existsSync, readFileSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import { parseLog } from './log-file.js'
import { sizeOf } from './new-file.js'

/**
 * Whether the file is empty while its log has commits: the file was emptied, or a power failure kept only its log. SQLite deletes the log of an empty
 * file when it opens it, so it must not.
 */
export function isEmptyBesideLog(path: string): boolean {
  return existsSync(path) && sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0 && hasCommits(`${path}-wal`)
}

/** No process uses an empty file, so closing the descriptor of its log releases no lock. */
function hasCommits(log: string): boolean {
  return parseLog(readFileSync(log)).accepted > 0
}

/** @throws {StoreError} `corrupt` when SQLite would delete a log that still has commits. */
export function requirePages(path: string): void {
  if (!isEmptyBesideLog(path)) return
  throw new StoreError(
    'corrupt',
    `${path} is empty, but its log ${path}-wal is not. Both were left as they are: repair the store, which finds out what the log still has, or restore a backup.`,
  )
}
