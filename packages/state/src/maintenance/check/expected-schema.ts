import type { Database } from '../../connection/driver/database.js'
import { loadDriver } from '../../connection/load-driver.js'
import { migrate } from '../../migrations/migrate.js'
import { migrations } from '../../migrations/migrations.js'

/** A table, index, view or trigger, as listed in `sqlite_schema`. */
export interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/** Returns the schema of a file of that version. */
export async function expectedSchema(version: number): Promise<readonly SchemaObject[]> {
  return withEmptyStore(version, schemaOf)
}

/** Runs `work` on an empty in-memory store. */
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

/** Returns the schema without the objects that SQLite creates itself. */
export function schemaOf(database: Database): readonly SchemaObject[] {
  return database
    .prepare<[], SchemaObject>(
      `select type, name, coalesce(sql, '') as sql from sqlite_schema
       where name not like 'sqlite\\_%' escape '\\' order by type, name`,
    )
    .all()
}

export interface SchemaDifference {
  /** Objects that are missing or differ from the expected definition. */
  readonly missing: readonly SchemaObject[]
  /** Objects not created by Hermes. */
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
