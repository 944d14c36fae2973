/** What SQL can be given, and what it returns. */
export type SqlValue = null | number | bigint | string | Uint8Array

export interface RunResult {
  readonly changes: number
  readonly lastInsertRowid: number | bigint
}

/** A prepared statement, as better-sqlite3 offers it. `Bound` are its parameters, `Row` is what it returns. */
export interface Statement<Bound extends unknown[] = unknown[], Row = unknown> {
  run(...parameters: Bound): RunResult
  get(...parameters: Bound): Row | undefined
  all(...parameters: Bound): Row[]
  iterate(...parameters: Bound): IterableIterator<Row>
  /** From now on a row is the value of its first column. */
  pluck(): Statement<Bound, Row>
}

export interface CopyStatus {
  readonly totalPages: number
  readonly remainingPages: number
}

/**
 * A connection to a SQLite file: the part of better-sqlite3's interface that the store uses. Errors of SQLite have its name of the
 * error as `code`, such as `SQLITE_BUSY`.
 */
export interface Database {
  /** The path that it was opened with. */
  readonly name: string
  readonly memory: boolean
  readonly inTransaction: boolean
  prepare<Bound extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Bound, Row>
  exec(sql: string): unknown
  /** @returns the rows, or with `simple` the first column of the first. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown
  /** Makes `run` a function of SQL on this connection. */
  function(name: string, run: (...values: SqlValue[]) => SqlValue): unknown
  /**
   * Copies all pages into the file `target`, in one transaction there.
   * @param options.progress is called before the copy is complete; what it throws ends the copy. It returns how many pages come next.
   */
  backup(target: string, options: { readonly progress: (status: CopyStatus) => number }): Promise<CopyStatus>
  loadExtension(path: string): unknown
  close(): unknown
}

export interface OpenOptions {
  readonly readonly?: boolean
  /** Refuses to make a new file. */
  readonly fileMustExist?: boolean
  /** How long SQLite itself waits for a lock, in milliseconds. Default 5000. */
  readonly timeout?: number
}

/** A library that opens SQLite files. better-sqlite3 is one as it is. */
export type Driver = new (path: string, options?: OpenOptions) => Database
