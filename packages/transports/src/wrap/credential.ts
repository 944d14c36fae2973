import { createHash } from 'node:crypto'

/** One of several keys for the same provider. */
export interface Credential {
  /** The secret itself. It is never stored and never shown. */
  readonly key: string
  /** How notices name it: `work`. Default: its place in the pool. */
  readonly label?: string
}

/** Tells keys apart without giving them away: the first 16 hex digits of the SHA-256 digest. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}
