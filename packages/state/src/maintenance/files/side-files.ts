import { existsSync } from 'node:fs'

/** The files that may exist beside a store. */
export const sideFiles = {
  /** Locked during maintenance. Empty. */
  lock: (path: string) => `${path}.lock`,
  /** Marks that the file has not been checked since its last user crashed. */
  unchecked: (path: string) => `${path}.unchecked`,
  /** Marks that the file is damaged and must be recovered before use. */
  damage: (path: string) => `${path}.damage`,
  /** The write-ahead log as it was found, before SQLite truncated it. */
  damagedLog: (path: string) => `${path}.damage-wal`,
  /** What was acknowledged last, see `AcknowledgedRecord`. */
  record: (path: string) => `${path}.record`,
  /** What was acknowledged and is missing, one sentence each. */
  losses: (path: string) => `${path}.lost`,
  /** A complete new file that must replace the damaged one. */
  recovered: (path: string) => `${path}.recovered`,
} as const

/**
 * An unused name for a kept file, such as `state.db.damaged-20260314-101500`. Returns a used name only when `isSame`
 * reports that it is a hard link to the same file.
 */
export function keptName(
  path: string,
  what: 'damaged' | 'replaced' | 'foreign',
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
