import { createHash } from 'node:crypto'

/** A short hash of a JSON value: of a request, to recognise it when it is repeated. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
