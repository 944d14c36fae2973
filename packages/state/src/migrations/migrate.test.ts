import { readdirSync, readFileSync } from 'node:fs'
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import * as schema from '../rows/schema.js'
import { migrate } from './migrate.js'
import { migrations } from './migrations.js'

const folder = new URL('../../migrations/', import.meta.url)
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const first = {
  tag: 'first',
  sql: 'create table parent (id text primary key); create table child (parent text references parent (id) on delete cascade)',
}
const versionOf = (database: Driver) => database.pragma('user_version', { simple: true })

test('the embedded migrations equal the migrations folder', () => {
  const { entries }: { entries: { tag: string }[] } = readJson('meta/_journal.json')
  const onDisk = entries.map(({ tag }) => ({ tag, sql: readFileSync(new URL(`${tag}.sql`, folder), 'utf8') }))
  expect(migrations).toEqual(onDisk)
  expect(readdirSync(folder).filter((name) => name.endsWith('.sql'))).toHaveLength(migrations.length)
})

test('every schema change has a migration', async () => {
  const snapshots = readdirSync(new URL('meta/', folder)).filter((name) => name.endsWith('_snapshot.json'))
  const latest = readJson(`meta/${snapshots.sort().at(-1)}`)
  expect(await generateSQLiteMigration(latest, await generateSQLiteDrizzleJson(schema))).toEqual([])
})

test('SQLite checks the list of free pages, which it would not if the first table were a view', () => {
  const database = new Driver(':memory:')
  migrate(database)
  database.prepare('select 1 from sqlite_schema').get()
  const list = database.prepare<[], { name: string; type: string }>('pragma table_list').all()
  expect(list[0]).toMatchObject({ type: 'table' })
})

test('applies pending migrations once', () => {
  const database = new Driver(':memory:')
  expect(migrate(database, [first])).toEqual(['first'])
  expect(migrate(database, [first])).toEqual([])
  const second = { tag: 'second', sql: 'alter table parent add column name text' }
  expect(migrate(database, [first, second])).toEqual(['second'])
  expect(versionOf(database)).toBe(2)
})

test('a failed migration leaves the file unchanged', () => {
  const database = new Driver(':memory:')
  migrate(database, [first])
  const broken = { tag: 'broken', sql: 'create table half (id text); insert into nowhere values (1)' }
  expect(() => migrate(database, [first, broken])).toThrow('nowhere')
  expect(versionOf(database)).toBe(1)
  expect(database.prepare(`select name from sqlite_schema where name = 'half'`).all()).toEqual([])
})

test('a migration that rebuilds a table keeps the rows that refer to it', () => {
  const database = new Driver(':memory:')
  migrate(database, [first])
  database.exec(`pragma foreign_keys = on; insert into parent values ('p'); insert into child values ('p')`)
  const rebuild = {
    tag: 'rebuild',
    sql: `create table new_parent (id text primary key, name text);
      insert into new_parent (id) select id from parent;
      drop table parent;
      alter table new_parent rename to parent`,
  }
  migrate(database, [first, rebuild])
  expect(database.prepare('select parent from child').pluck().all()).toEqual(['p'])
})
