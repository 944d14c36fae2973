import { existsSync } from 'node:fs'

/** Files that may exist next to a store. */
export const sideFiles = {
  /** Empty file that is locked during maintenance. */
  lock: (path: string) => `${path}.lock`,
  /** Mark that the file has not been checked since its last user crashed. */
  unchecked: (path: string) => `${path}.unchecked`,
  /** Mark that the file is damaged and must be recovered before use. */
  damage: (path: string) => `${path}.damage`,
  /** Copy of the write-ahead log as it was found, before SQLite truncated it. */
  damagedLog: (path: string) => `${path}.damage-wal`,
  /** Record of what was acknowledged last. See `AcknowledgedRecord`. */
  record: (path: string) => `${path}.record`,
  /** List of acknowledged content that is missing, in one sentence each. */
  losses: (path: string) => `${path}.lost`,
  /** Complete new file that must replace the damaged one. */
  recovered: (path: string) => `${path}.recovered`,
} as const

/**
 * Returns an unused name for a kept file, such as `state.db.damaged-20260314-101500`. Returns a used name only if
 * `isSame` reports that it is a hard link to the same file.
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
