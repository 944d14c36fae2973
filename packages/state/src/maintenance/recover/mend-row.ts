import { isCompressedSound } from '../../rows/compressed-content.js'
import { decodeContent } from '../../rows/text.js'
import { isJson, jsonColumns } from '../json-columns.js'
import type { SqlValue } from './record.js'
import type { StoredRow } from './table-page.js'
import type { ColumnShape, TableShape } from './table-shape.js'

export interface MendedRow {
  /** Of the table's columns, as far as the row has them. */
  readonly values: readonly SqlValue[]
  /** Something in it is not what was written. */
  readonly isAltered: boolean
}

/**
 * A row as it can be stored again: text with damage in it is kept, as far as it can be read; a damaged value that only
 * programs read is left out. `undefined` where the row cannot be without that value.
 */
export function mendRow({ rowid, values, damaged }: StoredRow, table: TableShape): MendedRow | undefined {
  const mended: SqlValue[] = []
  let isAltered = damaged.length > 0
  for (const [position, value] of values.entries()) {
    const column = table.columns[position]
    if (!column) return undefined
    const result = column.isRowid
      ? rowid
      : mendValue(value, { column, table, values, isDamaged: damaged.includes(position) })
    if (result === undefined) return undefined
    if (!column.isRowid && result !== value) isAltered = true
    mended.push(result)
  }
  return { values: mended, isAltered }
}

/** Where a compressed text is damaged, what the search index keeps of it is better than nothing. */
function indexedText(values: readonly SqlValue[], table: TableShape): SqlValue {
  const indexed = values[table.columns.findIndex(({ name }) => name === 'search_text')]
  return typeof indexed === 'string' ? indexed : ''
}

interface Place {
  readonly values: readonly SqlValue[]
  readonly column: ColumnShape
  readonly table: TableShape
  readonly isDamaged: boolean
}

function mendValue(value: SqlValue, { column, table, values, isDamaged }: Place): SqlValue | undefined {
  if (table.name === 'messages' && column.name === 'content' && Buffer.isBuffer(value)) {
    return isCompressedSound(value) ? value : indexedText(values, table)
  }
  if (typeof value !== 'string') return value
  if (jsonColumns[table.name]?.includes(column.name) && !isJson(value)) return column.notNull ? undefined : null
  if (isDamaged && column.notNull) return undefined
  return table.name === 'messages' && column.name === 'content' ? readableContent(value) : value
}

/** Content with parts is JSON behind a mark: where that is broken, its text is still worth having. */
function readableContent(stored: string): string {
  try {
    decodeContent(stored)
    return stored
  } catch {
    return stored.replaceAll('\u0001', '').replaceAll('\0', '')
  }
}
