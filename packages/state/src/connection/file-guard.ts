import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from './driver/database.js'

/** Detects that the file of an open store was deleted, replaced or migrated. */
export interface FileGuard {
  /**
   * Checks the schema version. Call it in each write transaction before the first write.
   *
   * @throws {StoreError} `newer-version`; `unavailable` when the file now has an older schema.
   */
  check(): void
  /** Call it in each write transaction after the last write, unless all its writes are volatile. */
  beforeCommit(): void
  /**
   * Checks that the file still exists. Call it after each commit with a {@link beforeCommit}; such a commit counts only
   * if this passes. Usually costs one `stat`.
   *
   * @param isLarge Whether megabytes were written, so that the log is bounded now instead of some commits later.
   * @throws {StoreError} `unavailable` when the file or its log was deleted or replaced.
   */
  confirm(isLarge?: boolean): void
  /**
   * Ensures that commits survive a power failure. Call it before reporting them to anyone.
   *
   * @throws {StoreError} `unavailable` when the disk did not store them.
   */
  acknowledge(): Promise<void>
  /** Releases the guard. Call it when the store is closed. */
  release(): void
}

/** Identifies the file at a path. */
export interface FileIdentity {
  readonly dev: number
  readonly ino: number
}

/**
 * Age in milliseconds from which a modification time is reliable. Within the timestamp resolution, a later change of
 * the folder may have the same time as an earlier one.
 */
const settledMs = 2000

/**
 * @param database An open database in WAL mode that has been read once, so that its log exists.
 * @param opened The identity of the file before it was opened.
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
    beforeCommit: () => undefined,
    confirm() {
      // Creating or deleting a file changes the modification time of its folder.
      const now = statSync(folder, { throwIfNoEntry: false })
      if (now && unchanged && isSameFolder(now, unchanged)) return
      for (const { path: name, identity } of files) assertSame(name, identity)
      unchanged = now && Date.now() - now.mtimeMs > settledMs ? now : undefined
    },
    acknowledge: async () => undefined,
    release: () => undefined,
  }
}

/** Returns the identity of the file, or `undefined` when it does not exist. */
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
    `${path} was ${found ? 'replaced' : 'deleted'} while it was in use. Nothing more is written to it: restart Hermes.`,
  )
}

function versionChanged(path: string, found: number, expected: number): StoreError {
  return found > expected
    ? new StoreError(
        'newer-version',
        `${path} was migrated by a newer Hermes (schema ${found}, this one knows ${expected}): restart Hermes in its newest version.`,
      )
    : new StoreError(
        'unavailable',
        `${path} was replaced by an older file (schema ${found}, expected ${expected}): restart Hermes.`,
      )
}
