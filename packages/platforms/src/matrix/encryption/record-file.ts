import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PlatformError } from '@hermes/core/platform'

export interface StoredRecord {
  readonly store: string
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** Databases in one file, which only its owner can read. A write is on disk when `write` returns. */
export interface RecordFile extends Disposable {
  databases(): readonly { readonly name: string; readonly schema: Uint8Array }[]
  records(database: string): readonly StoredRecord[]
  /** Applies all changes of `work`, or none. */
  write(work: () => void): void
  /** Replaces a database with an empty one. */
  create(database: string, schema: Uint8Array): void
  put(database: string, record: StoredRecord): void
  delete(database: string, record: Omit<StoredRecord, 'value'>): void
}

/** The lock is held until the file is closed: two processes that both advance the same keys would break them. */
const tables = `
  pragma locking_mode = exclusive;
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists databases (name text primary key, schema blob not null) strict;
  create table if not exists records (
    database text not null, store text not null, key blob not null, value blob not null,
    primary key (database, store, key)
  ) strict, without rowid;
`

export function openRecordFile(path: string): RecordFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // The files that SQLite creates next to it get the same mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const file = new DatabaseSync(path)
  try {
    file.exec(tables)
  } catch (error) {
    file.close()
    // This usually lasts until the other process ends.
    throw new PlatformError('transient', `The keys in ${path} cannot be opened. Another process may use them.`, {
      cause: error,
    })
  }
  const put = file.prepare('insert or replace into records (database, store, key, value) values (?, ?, ?, ?)')
  const remove = file.prepare('delete from records where database = ? and store = ? and key = ?')

  return {
    databases: () =>
      file
        .prepare('select name, schema from databases')
        .all()
        .map(({ name, schema }) => ({ name: String(name), schema: bytes(schema) })),
    records: (database) =>
      file
        .prepare('select store, key, value from records where database = ?')
        .all(database)
        .map(({ store, key, value }) => ({ store: String(store), key: bytes(key), value: bytes(value) })),
    write(work) {
      file.exec('begin immediate')
      try {
        work()
        file.exec('commit')
      } catch (error) {
        if (file.isTransaction) file.exec('rollback')
        throw error
      }
    },
    create(database, schema) {
      file.prepare('delete from records where database = ?').run(database)
      file.prepare('insert or replace into databases (name, schema) values (?, ?)').run(database, schema)
    },
    put: (database, { store, key, value }) => void put.run(database, store, key, value),
    delete: (database, { store, key }) => void remove.run(database, store, key),
    [Symbol.dispose]: () => file.close(),
  }
}

function bytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError('The column holds no bytes.')
}
