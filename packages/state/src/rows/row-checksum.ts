import type { Database, SqlValue } from '../connection/driver/database.js'
import { type CheckedValue, checksumOf } from './checksum.js'
import { expandText, isCompressedSound } from './compressed-content.js'

/** Registers the SQL function with which a migration computes the checksums of older rows. Nothing else in a file depends on it. */
export function registerRowChecksum(database: Database): void {
  database.function('row_checksum', { varargs: true }, (...values) => {
    const plain = values.map(toCheckedValue)
    return plain.includes(undefined) ? 0 : checksumOf(plain.filter((value) => value !== undefined))
  })
}

/** Returns the value that a checksum covers, or `undefined` when it is damaged. */
export function toCheckedValue(value: SqlValue): CheckedValue | undefined {
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Uint8Array)) return value
  return isCompressedSound(value) ? expandText(value) : undefined
}
