import { existsSync } from 'node:fs'

/** What may stand beside a store, by name. */
export const sideFiles = {
  /** Held while a process looks after the file; empty. */
  lock: (path: string) => `${path}.lock`,
  /** Says that the file has not been checked since its last user died. */
  unchecked: (path: string) => `${path}.unchecked`,
  /** Says that the file was found damaged and must not be used before it has been recovered. */
  damage: (path: string) => `${path}.damage`,
  /** The write-ahead log as it was found, before SQLite took of it what it could. */
  damagedLog: (path: string) => `${path}.damage-wal`,
  /** A clean file that is complete and has to take the place of the damaged one. */
  recovered: (path: string) => `${path}.recovered`,
} as const

/**
 * A name for what is kept: `state.db.damaged-20260314-101500`. Never one that is taken, unless `isSame` says that it is by the
 * same file, under its second name.
 */
export function keptName(
  path: string,
  what: 'damaged' | 'replaced',
  now: Date,
  isSame: (candidate: string) => boolean = () => false,
): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const name = `${path}.${what}-${time}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(candidate) || isSame(candidate)) return candidate
  }
}
