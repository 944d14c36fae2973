import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'

/** Notices that the file of an open store is no longer the one under its name, or no longer of this version. */
export interface FileGuard {
  /**
   * To be called inside of each write transaction, before anything is written.
   * @throws {StoreError} `newer-version`; `unavailable` when the tables are older ones by now.
   */
  check(): void
  /**
   * To be called after each commit: what was written counts only where this passes. Costs one `stat` as a rule.
   * @throws {StoreError} `unavailable` when the file or its log was deleted or replaced.
   */
  confirm(): void
  /** To be called when the store is closed. */
  release(): void
}

/** Which file stands under a name. */
export interface FileIdentity {
  readonly dev: number
  readonly ino: number
}

/** Younger changes of a folder may stand under the same time as one that comes after them. */
const settledMs = 2000

/**
 * @param database open, in WAL mode, and read from once: its log exists.
 * @param opened what stood under the name before it was opened.
 */
export function createFileGuard(database: Database, opened: FileIdentity): FileGuard {
  const path = database.name
  const folder = dirname(path)
  const selectVersion = database.prepare<[], number>('pragma user_version').pluck()
  const version = selectVersion.get()
  const files = [
    { path, identity: opened },
    ...['-wal', '-shm'].map((ending) => ({ path: path + ending, identity: identityOf(path + ending) })),
  ]
  let unchanged: Stats | undefined

  return {
    check() {
      const found = selectVersion.get()
      if (found !== version) throw versionChanged(path, found ?? 0, version ?? 0)
    },
    confirm() {
      // A file that goes or comes changes the time of its folder.
      const now = statSync(folder, { throwIfNoEntry: false })
      if (now && unchanged && isSameFolder(now, unchanged)) return
      for (const { path: name, identity } of files) assertSame(name, identity)
      unchanged = now && Date.now() - now.mtimeMs > settledMs ? now : undefined
    },
    release: () => undefined,
  }
}

/** `undefined` where there is no such file. */
export function identityOf(path: string): FileIdentity | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && { dev: stats.dev, ino: stats.ino }
}

function isSameFolder(now: Stats, before: Stats): boolean {
  return now.ino === before.ino && now.dev === before.dev && now.mtimeMs === before.mtimeMs
}

function assertSame(path: string, identity: FileIdentity | undefined): void {
  const found = identityOf(path)
  if (found?.ino === identity?.ino && found?.dev === identity?.dev) return
  throw new StoreError(
    'unavailable',
    `${path} was ${found ? 'replaced' : 'deleted'} while it was in use, and nothing more is written to it: start Hermes again.`,
  )
}

function versionChanged(path: string, found: number, expected: number): StoreError {
  return found > expected
    ? new StoreError(
        'newer-version',
        `${path} was brought up to date by a newer Hermes (schema ${found}, this one knows ${expected}): start Hermes again in its newest version.`,
      )
    : new StoreError(
        'unavailable',
        `${path} was replaced by an older one (schema ${found}, expected ${expected}): start Hermes again.`,
      )
}
