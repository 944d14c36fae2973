import type { StatementSync } from 'node:sqlite'
import type { RunResult, SqlValue, Statement } from './database.js'
import { translated } from './translated.js'

/** A {@link StatementSync} that returns rows as arrays, which its type declarations do not support. */
interface ArrayStatement<Bound extends unknown[]> {
  run(...parameters: Bound): RunResult
  get(...parameters: Bound): readonly SqlValue[] | undefined
  all(...parameters: Bound): readonly (readonly SqlValue[])[]
  iterate(...parameters: Bound): IterableIterator<readonly SqlValue[]>
}

export function createNodeStatement<Bound extends unknown[], Row>(statement: StatementSync): Statement<Bound, Row> {
  // As in better-sqlite3, an object may have properties that the SQL does not name.
  statement.setAllowUnknownNamedParameters(true)
  // Node.js creates row objects in dictionary mode, which are slower to create and to read.
  statement.setReturnArrays(true)
  return createStatement<Bound, Row>(statement, createToObject(statement))
}

/** @param toRow Creates a `Row` from the values. The caller knows the types of its SQL. */
function createStatement<Bound extends unknown[], Row>(
  statement: StatementSync,
  toRow: (values: readonly SqlValue[]) => unknown,
): Statement<Bound, Row> {
  const native = statement as unknown as ArrayStatement<Bound>
  const read = (values: readonly SqlValue[]) => toRow(values) as Row
  return {
    run: (...parameters) => translated(() => native.run(...parameters)),
    get(...parameters) {
      const values = translated(() => native.get(...parameters))
      return values && read(values)
    },
    all: (...parameters) => translated(() => native.all(...parameters)).map(read),
    *iterate(...parameters) {
      const rows = translated(() => native.iterate(...parameters))
      try {
        for (;;) {
          const { done, value } = translated(() => rows.next())
          if (done) return
          yield read(value)
        }
      } finally {
        // An unfinished statement would keep its transaction open.
        rows.return?.()
      }
    },
    pluck: () => createStatement<Bound, Row>(statement, ([value]) => value),
  }
}

function createToObject(statement: StatementSync): (values: readonly SqlValue[]) => object {
  let names: readonly string[] = []
  return (values) => {
    // Another process may have added a column.
    if (names.length !== values.length) names = statement.columns().map(({ name }) => name)
    const row: Record<string, SqlValue | undefined> = {}
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
    return row
  }
}
