import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { type CheckedTable, checkedColumns, checksumOf, prefixOf } from '../../rows/checksum.js'
import { toCheckedValue } from '../../rows/row-checksum.js'
import { checkedTables } from '../check/check-checksums.js'
import type { SqlValue } from '../pages/record.js'
import type { StoredRow } from '../pages/table-page.js'
import type { TableShape } from '../pages/table-shape.js'
import { findFlippedBit } from './find-flipped-bit.js'

/** A row of a table with checksums. */
interface CheckedRow {
  readonly row: StoredRow
  /** Positions in the row of the columns that the checksum covers. */
  readonly columns: readonly number[]
  readonly checksumColumn: number
}

/** Locates the checksum of a row. @returns `undefined` when rows of the table have no checksum. */
export function toCheckedRow(row: StoredRow, table: TableShape): CheckedRow | undefined {
  const name = checkedTables.find((checked) => checked === table.name)
  const positionOf = (column: string) => table.columns.findIndex((shape) => shape.name === column)
  const checksumColumn = positionOf('checksum')
  if (!name || checksumColumn < 0) return undefined
  return { row, columns: columnsOf(name).map(positionOf), checksumColumn }
}

/** Returns the row as it was stored, if it is undamaged or only one of its bits was flipped. */
export function correctRow(checked: CheckedRow): readonly SqlValue[] | undefined {
  const { row, checksumColumn } = checked
  const found = checksumOfValues(checked, row.values)
  const stored = row.values[checksumColumn]
  if (found === undefined || typeof stored !== 'number') return undefined
  if (found === stored) return row.values
  if (isOneBit(found ^ stored)) return row.values.with(checksumColumn, found)
  return correctText(checked, stored)
}

/** Computes the checksum. @returns `undefined` when a value cannot be read. */
function checksumOfValues({ columns }: CheckedRow, values: readonly SqlValue[]): number | undefined {
  const plain = columns.map((position) => toCheckedValue(values[position] ?? null))
  const known = plain.filter((value) => value !== undefined)
  return known.length === plain.length ? checksumOf(known) : undefined
}

function correctText(checked: CheckedRow, stored: number): readonly SqlValue[] | undefined {
  const { row, columns } = checked
  const parts = columns.flatMap((position, index) => {
    const bytes = bytesOf(row, position)
    return bytes ? [{ position, prefix: Buffer.from(prefixOf(index)), bytes }] : []
  })
  const all = Buffer.concat(parts.flatMap(({ prefix, bytes }) => [prefix, bytes]))
  const flipped = findFlippedBit(crc32(all) ^ stored, all.length)
  if (!flipped) return undefined
  let end = 0
  for (const { position, prefix, bytes } of parts) {
    const begin = end + prefix.length
    end = begin + bytes.length
    if (flipped.byte >= end) continue
    if (flipped.byte < begin || typeof row.values[position] !== 'string') return undefined
    const text = Buffer.from(bytes)
    const at = flipped.byte - begin
    text[at] = (text[at] ?? 0) ^ (1 << flipped.bit)
    if (!isUtf8(text)) return undefined
    const corrected = row.values.with(position, text.toString('utf8'))
    return checksumOfValues(checked, corrected) === stored ? corrected : undefined
  }
  return undefined
}

/** Returns the bytes that the checksum covers, or `undefined` for null. */
function bytesOf({ values, bytes }: StoredRow, position: number): Buffer | undefined {
  const value = values[position] ?? null
  if (typeof value === 'string') return bytes[position]
  const plain = toCheckedValue(value)
  return plain === null || plain === undefined ? undefined : Buffer.from(String(plain))
}

function columnsOf(table: CheckedTable): readonly string[] {
  return checkedColumns[table]
}

function isOneBit(difference: number): boolean {
  const bits = difference >>> 0
  return bits !== 0 && (bits & (bits - 1)) === 0
}
