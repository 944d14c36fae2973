import { existsSync } from 'node:fs'

/** What may stand beside a store, by name. */
export const sideFiles = {
  /** Held while a process looks after the file; empty. */
  lock: (path: string) => `${path}.lock`,
  /** Says that the file was found damaged and must not be used before it has been recovered. */
  damage: (path: string) => `${path}.damage`,
  /** A clean file that is complete and has to take the place of the damaged one. */
  recovered: (path: string) => `${path}.recovered`,
} as const

/** A name for what is kept: `state.db.damaged-20260314-101500`, never one that is taken. */
export function keptName(path: string, what: 'damaged' | 'replaced', now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const name = `${path}.${what}-${time}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(candidate)) return candidate
  }
}
