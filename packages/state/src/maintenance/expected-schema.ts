import type { Database } from 'better-sqlite3'
import { loadDriver } from '../connection/load-driver.js'
import { migrate } from '../migrations/migrate.js'
import { migrations } from '../migrations/migrations.js'

/** A table, index, view or trigger as SQLite keeps it. */
export interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** What the tables of a file of this version are. */
export async function expectedSchema(version: number): Promise<readonly SchemaObject[]> {
  return withEmptyStore(version, schemaOf)
}

/** Runs `work` on a store without content, in memory. */
export async function withEmptyStore<T>(version: number, work: (database: Database) => T): Promise<T> {
  const Driver = await loadDriver()
  const database = new Driver(':memory:')
  try {
    migrate(database, migrations.slice(0, version))
    return work(database)
  } finally {
    database.close()
  }
}

/** Without what SQLite makes by itself. */
export function schemaOf(database: Database): readonly SchemaObject[] {
  return database
    .prepare<[], SchemaObject>(
      `select type, name, coalesce(sql, '') as sql from sqlite_schema
       where name not like 'sqlite\\_%' escape '\\' order by type, name`,
    )
    .all()
}

export interface SchemaDifference {
  /** Not there, or not as they should be. */
  readonly missing: readonly SchemaObject[]
  /** There, but not from Hermes. */
  readonly foreign: readonly SchemaObject[]
}

export function compareSchemas(found: readonly SchemaObject[], expected: readonly SchemaObject[]): SchemaDifference {
  return { missing: without(expected, found), foreign: without(found, expected) }
}

function without(objects: readonly SchemaObject[], others: readonly SchemaObject[]): readonly SchemaObject[] {
  const known = new Set(others.map(toKey))
  return objects.filter((object) => !known.has(toKey(object)))
}

function toKey({ type, name, sql }: SchemaObject): string {
  return JSON.stringify([type, name, sql])
}
