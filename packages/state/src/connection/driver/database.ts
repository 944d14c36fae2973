/** Values of SQL parameters and results. */
export type SqlValue = null | number | bigint | string | Uint8Array

export interface RunResult {
  readonly changes: number
  readonly lastInsertRowid: number | bigint
}

/** A prepared statement with the interface of better-sqlite3. `Bound` is the type of its parameters, `Row` that of its rows. */
export interface Statement<Bound extends unknown[] = unknown[], Row = unknown> {
  run(...parameters: Bound): RunResult
  get(...parameters: Bound): Row | undefined
  all(...parameters: Bound): Row[]
  iterate(...parameters: Bound): IterableIterator<Row>
  /** Makes each row the value of its first column. */
  pluck(): Statement<Bound, Row>
}

export interface FunctionOptions {
  readonly varargs?: boolean
}

export interface CopyStatus {
  readonly totalPages: number
  readonly remainingPages: number
}

/**
 * A connection to a SQLite file: the part of better-sqlite3's interface that the store uses. SQLite errors have a
 * `code` such as `SQLITE_BUSY`.
 */
export interface Database {
  /** Path that the database was opened with. */
  readonly name: string
  readonly memory: boolean
  readonly inTransaction: boolean
  /** Whether this is the SQLite of Node.js, which threads also use. Two libraries in one process break each other's locks. */
  readonly isBuiltIn?: boolean
  prepare<Bound extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Bound, Row>
  exec(sql: string): unknown
  /** Runs a pragma. @returns the rows, or with `simple` the first column of the first row. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown
  /** Registers `run` as an SQL function on this connection. Without `varargs`, it takes as many values as `run` has parameters. */
  function(name: string, options: FunctionOptions, run: (...values: SqlValue[]) => SqlValue): unknown
  /**
   * Copies all pages into the file `target` in one transaction.
   *
   * @param options.progress Called before the copy is complete. Returns how many pages to copy next; an exception
   * aborts the copy.
   */
  backup(target: string, options: { readonly progress: (status: CopyStatus) => number }): Promise<CopyStatus>
  loadExtension(path: string): unknown
  close(): unknown
}

export interface OpenOptions {
  readonly readonly?: boolean
  /** Whether to fail instead of creating a new file. */
  readonly fileMustExist?: boolean
  /** How long SQLite itself waits for a lock, in milliseconds. Default: 5000. */
  readonly timeout?: number
}

/** A library that opens SQLite files. better-sqlite3 satisfies it directly. */
export type Driver = new (path: string, options?: OpenOptions) => Database
