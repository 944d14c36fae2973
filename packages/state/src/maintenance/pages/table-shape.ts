import type { Database } from '../../connection/driver/database.js'
import type { SqlValue } from './record.js'
import type { StoredRow } from './table-page.js'

/** The columns of a table, enough to recognize its rows when the b-tree is damaged. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly ColumnShape[]
}

export interface ColumnShape {
  readonly name: string
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB'
  readonly notNull: boolean
  /** Whether the column is the rowid, which is not part of the record. */
  readonly isRowid: boolean
  readonly hasDefault: boolean
}

interface ColumnInfo {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}

/**
 * Returns the tables with content. Search indexes are excluded because they can be rebuilt. Sessions come first because
 * the searchable text of a message depends on its session.
 */
export function tableShapes(database: Database): readonly TableShape[] {
  const names = database
    .prepare<[], string>(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and wr = 0 and name not like 'sqlite\\_%' escape '\\'
       order by name <> 'sessions', name`,
    )
    .pluck()
    .all()
  return names.map((name) => ({ name, columns: columnsOf(database, name) }))
}

function columnsOf(database: Database, table: string): readonly ColumnShape[] {
  const columns = database.prepare<[string], ColumnInfo>('select * from pragma_table_info(?)').all(table)
  const keys = columns.filter(({ pk }) => pk > 0).length
  return columns.map(({ name, type, notnull, dflt_value, pk }) => {
    const isRowid = keys === 1 && pk === 1 && type.toUpperCase() === 'INTEGER'
    return { name, type: toType(type), notNull: notnull === 1 && !isRowid, isRowid, hasDefault: dflt_value !== null }
  })
}

function toType(declared: string): ColumnShape['type'] {
  const type = declared.toUpperCase()
  return type === 'TEXT' || type === 'INTEGER' || type === 'REAL' ? type : 'BLOB'
}

/** Whether a row fits the table. Rows written before a column was added are shorter. */
export function hasShape({ values }: StoredRow, { columns }: TableShape): boolean {
  if (values.length > columns.length) return false
  if (columns.slice(values.length).some(({ notNull, hasDefault }) => notNull && !hasDefault)) return false
  return values.every((value, position) => fits(value, columns[position]))
}

function fits(value: SqlValue, column: ColumnShape | undefined): boolean {
  if (!column) return false
  if (value === null) return !column.notNull
  if (column.isRowid) return false
  switch (column.type) {
    case 'TEXT':
      // Long outputs are stored compressed.
      return typeof value === 'string' || (Buffer.isBuffer(value) && !column.notNull)
    case 'INTEGER':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'REAL':
      return typeof value === 'number'
    case 'BLOB':
      return true
  }
}
