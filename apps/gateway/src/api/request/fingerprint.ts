import { createHash } from 'node:crypto'

/** Returns a short hash of a JSON value, which identifies a request when it is repeated. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
