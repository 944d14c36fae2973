import { createHash } from 'node:crypto'

/** One of several keys for the same provider. */
export interface Credential {
  /** Secret of the key. Never stored or displayed. */
  readonly key: string
  /** Name in notices, such as `work`. Default: the position in the pool. */
  readonly label?: string
}

/** Identifies a key without revealing it: the first 16 hex digits of its SHA-256 digest. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}
