import sqlite, { type DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { CopyStatus, Database, FunctionOptions, OpenOptions, SqlValue, Statement } from './database.js'
import { createNodeStatement } from './node-statement.js'
import { isSqliteError, translated, withName } from './translated.js'

const pagesPerStep = 2000

/** The SQLite built into Node.js. */
export class NodeDatabase implements Database {
  readonly name: string
  readonly isBuiltIn = true
  readonly #database: DatabaseSync

  constructor(path: string, { readonly = false, fileMustExist = false, timeout = 5000 }: OpenOptions = {}) {
    const options = { readOnly: readonly, timeout, allowExtension: true, defensive: false }
    const location = fileMustExist && !readonly ? existingFile(path) : path
    this.name = path
    this.#database = translated(() => new sqlite.DatabaseSync(location, options))
    this.#database.enableLoadExtension(false)
  }

  get memory(): boolean {
    return this.#database.location() === null
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  prepare<Bound extends unknown[], Row>(sql: string): Statement<Bound, Row> {
    return createNodeStatement<Bound, Row>(translated(() => this.#database.prepare(sql)))
  }

  exec(sql: string): void {
    translated(() => this.#database.exec(sql))
  }

  pragma(source: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const statement: Statement = this.prepare(`pragma ${source}`)
    return simple ? statement.pluck().get() : statement.all()
  }

  function(name: string, options: FunctionOptions, run: (...values: SqlValue[]) => SqlValue): void {
    translated(() => this.#database.function(name, options, run))
  }

  async backup(
    target: string,
    { progress }: { readonly progress: (status: CopyStatus) => number },
  ): Promise<CopyStatus> {
    const pages = Number(this.pragma('page_count', { simple: true }))
    // Progress is not reported after the last step, so there must be at least one step before it.
    const rate = Math.max(1, Math.min(pagesPerStep, pages - 1))
    try {
      return { totalPages: await sqlite.backup(this.#database, target, { rate, progress }), remainingPages: 0 }
    } catch (error) {
      // Node.js loses the error code when a lock on the target prevents the copy.
      if (isSqliteError(error) && error.errcode === 0) return { totalPages: 0, remainingPages: 0 }
      throw withName(error)
    }
  }

  loadExtension(path: string): void {
    this.#database.enableLoadExtension(true)
    try {
      translated(() => this.#database.loadExtension(path))
    } finally {
      this.#database.enableLoadExtension(false)
    }
  }

  close(): void {
    if (this.#database.isOpen) translated(() => this.#database.close())
  }
}

/** Returns a URL that makes SQLite fail instead of creating a missing file. */
function existingFile(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return url
}
