import { isCompressedSound } from '../../rows/compressed-content.js'
import { decodeContent } from '../../rows/text.js'
import { isJson, jsonColumns } from '../check/json-columns.js'
import type { SqlValue } from '../pages/record.js'
import type { StoredRow } from '../pages/table-page.js'
import type { ColumnShape, TableShape } from '../pages/table-shape.js'
import { correctRow, toCheckedRow } from './correct-row.js'

export interface RepairedRow {
  /** Values of the table's columns. Old rows may have fewer. */
  readonly values: readonly SqlValue[]
  /** Whether at least one value differs from what was written and no checksum shows it. */
  readonly isAltered: boolean
}

/**
 * Prepares a damaged row for storing. Damaged text is kept as far as it is readable; a damaged value that only programs
 * read is dropped. Returns `undefined` when the row cannot exist without that value.
 */
export function repairRow(row: StoredRow, table: TableShape): RepairedRow | undefined {
  const checked = toCheckedRow(row, table)
  if (!checked) return repairValues(row, table)
  const values = correctRow(checked)
  const repaired = repairValues(values ? { ...row, values, damaged: [] } : row, table)
  // The checksum shows the damage, and `acceptDamagedRows` names the row.
  return repaired && { ...repaired, isAltered: false }
}

function repairValues({ rowid, values, damaged }: StoredRow, table: TableShape): RepairedRow | undefined {
  const repaired: SqlValue[] = []
  let isAltered = damaged.length > 0
  for (const [position, value] of values.entries()) {
    const column = table.columns[position]
    if (!column) return undefined
    const result = column.isRowid
      ? rowid
      : repairValue(value, { column, table, values, isDamaged: damaged.includes(position) })
    if (result === undefined) return undefined
    if (!column.isRowid && result !== value) isAltered = true
    repaired.push(result)
  }
  return { values: repaired, isAltered }
}

/** Returns the text of the search index, which replaces a damaged compressed text. */
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

function repairValue(value: SqlValue, { column, table, values, isDamaged }: Place): SqlValue | undefined {
  if (table.name === 'messages' && column.name === 'content' && Buffer.isBuffer(value)) {
    return isCompressedSound(value) ? value : indexedText(values, table)
  }
  if (typeof value !== 'string') return value
  if (jsonColumns[table.name]?.includes(column.name) && !isJson(value)) return column.notNull ? undefined : null
  if (isDamaged && column.notNull) return undefined
  return table.name === 'messages' && column.name === 'content' ? readableContent(value) : value
}

/** Returns the readable part of content. Content with parts is JSON after a marker; if the JSON is damaged, its text is still useful. */
function readableContent(stored: string): string {
  try {
    decodeContent(stored)
    return stored
  } catch {
    return stored.replaceAll('\u0001', '').replaceAll('\0', '')
  }
}
