import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { migrate } from '../migrations/migrate.js'
import { migrations } from '../migrations/migrations.js'
import { checksumOfRow } from '../rows/checksum.js'
import { createSqliteStore } from '../sqlite/sqlite-store.js'
import { checkStore } from './check/check-store.js'
import { type ColumnShape, type TableShape, tableShapes } from './pages/table-shape.js'
import { repairStore } from './repair/repair-store.js'

// Each test reads and writes whole files, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'hermes-migrations-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => {
  const folder = join(root, randomUUID())
  mkdirSync(folder)
  return join(folder, 'state.db')
}

/** Values for columns with constraints: enumerations, JSON and foreign keys. */
const special: Readonly<Record<string, readonly unknown[]>> = {
  'sessions.id': ['s0', 's1', 's2'],
  'sessions.parent_session_id': [null, 's0', null],
  'sessions.link': [null, 'compression', null],
  'sessions.message_count': [1, 1, 1],
  'sessions.tool_call_count': [0, 1, 0],
  'messages.session_id': ['s0', 's1', 's2'],
  'messages.role': ['user', 'assistant', 'tool'],
  'messages.tool_calls': [null, '[{"id":"c","type":"function","function":{"name":"read","arguments":"{}"}}]', null],
  'messages.finish_reason': [null, 'tool-calls', null],
  'messages.content': ['a blue kettle', 'grüne Kanne', '\u0001json:[{"type":"text","text":"茶"}]'],
  'message_chunks.message_id': [1, 2, 3],
  'messages.searchable': [null, null, '茶'],
  'messages.search_text': [null, null, ' 茶 '],
  'messages.search_scope': [null, null, null],
  // The migration that computes checksums does not know later columns.
  session_scope: [null, null, null],
  call_id: [null, null, null],
  shared_notes: [null, null, null],
  shared_prompt: [null, null, null],
  'shared_texts.checksum': ['0', '1', '2'].map((row) =>
    checksumOfRow('shared_texts', { hash: `hash ${row}`, text: `text ${row}` }),
  ),
  session_id: ['s0', 's1', 's2'],
  root_session_id: ['s0', 's0', 's2'],
  kind: ['approval', 'clarification', 'approval'],
  state: ['open', 'answered', 'expired'],
}
/** JSON columns, by what they contain. */
const json: readonly (readonly [RegExp, string])[] = [
  [/^(?:model_config|context_state|provider_data)$/, '{"x":{}}'],
  [/^(?:reasons|choices|value|payload|holder)$/, '["x"]'],
  [/^(?:default_answer|answer)$/, '{"text":"x"}'],
]

function valueFor({ name: table }: TableShape, column: ColumnShape, row: number): unknown {
  const given = special[`${table}.${column.name}`] ?? (table === 'messages' ? undefined : special[column.name])
  if (given) return given[row]
  const [, text] = json.find(([pattern]) => pattern.test(column.name)) ?? []
  if (text !== undefined) return text
  if (column.isRowid) return row + 1
  if (column.type === 'BLOB') return Buffer.of(row)
  if (column.type === 'TEXT') return column.notNull || row > 0 ? `${column.name} ${row}` : null
  return column.type === 'REAL' ? 1_700_000_000.25 + row : row
}

/** Creates a file of that schema version with rows in every table that may have several. */
function makeFile(path: string, version: number) {
  const database = new Driver(path)
  database.pragma('journal_mode = wal')
  migrate(database, migrations.slice(0, version))
  database.pragma('foreign_keys = on')
  // Referenced tables come first.
  const place = ({ name }: TableShape) => ['sessions', 'messages'].indexOf(name) >>> 0
  const shapes = tableShapes(database).filter(({ name }) => name !== 'search_state')
  const tables = shapes.toSorted((one, other) => place(one) - place(other))
  for (const table of tables) {
    const names = table.columns.map(({ name }) => `"${name}"`)
    const insert = database.prepare(`insert into "${table.name}" (${names}) values (${names.map(() => '?')})`)
    for (const row of [0, 1, 2]) insert.run(...table.columns.map((column) => valueFor(table, column, row)))
  }
  // In versions with checksums, files have valid ones.
  for (const tag of ['0008_checksums', '0010_session_checksums'])
    if (version > migrations.findIndex((migration) => migration.tag === tag)) database.exec(computeChecksums(tag))
  const rows = readAll(database, tables)
  database.close()
  return { tables, rows }
}

/** Reads all rows, with the columns that the file has. */
function readAll(database: Driver, tables: readonly TableShape[]) {
  return Object.fromEntries(
    tables.map(({ name, columns }) => {
      const list = columns.map((column) => `"${column.name}"`).join(', ')
      // A migration gives each store an id.
      const where = name === 'state_meta' ? "where key <> 'store_id'" : ''
      return [name, database.prepare(`select ${list} from "${name}" ${where} order by ${list}`).all()]
    }),
  )
}

/** Returns the statements with which a migration fills the column. */
const computeChecksums = (tag: string) =>
  (migrations.find((migration) => migration.tag === tag)?.sql ?? '')
    .split('--> statement-breakpoint')
    .filter((statement) => /^\s*(--.*\s)?UPDATE/.test(statement))
    .join(';')

/** Columns that a migration fills. */
const derived = new Set(['searchable', 'search_text', 'search_scope', 'checksum'])
const kept = (tables: readonly TableShape[]) =>
  tables
    // The migration adds an hour to its rows and merges them per conversation.
    .filter(({ name }) => name !== 'session_model_usage')
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !derived.has(name)) }))

const versions = migrations.map(({ tag }, index) => ({ version: index + 1, tag }))

describe.each(versions)('a file of version $version ($tag)', ({ version }) => {
  test('is migrated with all its rows', async () => {
    const path = newPath()
    const { tables } = makeFile(path, version)
    const before = new Driver(path)
    const rows = readAll(before, kept(tables))
    before.close()

    await using store = await createSqliteStore({ path })

    const database = new Driver(path)
    expect(readAll(database, kept(tables))).toEqual(rows)
    const usage = database.prepare('select sum(input_tokens) from session_model_usage').pluck().get()
    expect(usage).toBeGreaterThanOrEqual(0)
    database.close()
    expect(await store.sessions.get('s1')).toMatchObject({ parentSessionId: 's0', title: 'title 1', messageCount: 1 })
    expect(await store.messages.load('s0')).toMatchObject([{ message: { role: 'user', content: 'a blue kettle' } }])
    expect(await store.messages.load('s2')).toMatchObject([{ message: { content: [{ type: 'text', text: '茶' }] } }])
    for (const text of ['kettle', 'Kanne', '茶']) expect(await store.search?.find({ text })).toHaveLength(1)
    expect((await checkStore({ path })).problems).toEqual([])
  })
})

describe.each(versions)('a file of version $version ($tag), which is not migrated', ({ version }) => {
  test('is checked and repaired', async () => {
    const path = newPath()
    makeFile(path, version)
    expect((await checkStore({ path })).problems).toEqual([])
    const database = new Driver(path)
    database.exec(`update messages set tool_calls = '[' where id = 2`)
    database.close()
    const { problems, remaining, recovery } = await repairStore({ path })
    expect(problems).not.toEqual([])
    expect(remaining).toEqual([])
    expect(recovery?.losses).not.toEqual([])
  })
})

describe.each(versions.slice(0, -1))('before a file of version $version ($tag) is migrated', ({ version }) => {
  test('one of several starting processes copies it', async () => {
    const path = newPath()
    const { tables, rows } = makeFile(path, version)
    const stores = await Promise.all(Array.from({ length: 3 }, () => createSqliteStore({ path })))
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()))
    const names = readdirSync(dirname(path)).filter((name) => name.includes('.before-'))
    expect(names).toEqual([`state.db.before-${migrations.length}`])
    const copy = join(dirname(path), names[0] ?? '')
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const database = new Driver(copy, { readonly: true })
    expect(database.pragma('user_version', { simple: true })).toBe(version)
    expect(readAll(database, tables)).toEqual(rows)
    database.close()
  })
})

test('keeps the newest three copies', async () => {
  const path = newPath()
  makeFile(path, 1)
  for (const version of [70, 71, 72, 73]) writeFileSync(`${path}.before-${version}`, 'older')
  writeFileSync(`${path}.before-the-storm`, 'not ours')
  await using _ = await createSqliteStore({ path })
  const names = readdirSync(dirname(path)).filter((name) => name.includes('.before-'))
  expect(names).toHaveLength(4)
  expect(names).toEqual(expect.arrayContaining([`state.db.before-${migrations.length}`, 'state.db.before-the-storm']))
})

test('does not copy a new file', async () => {
  const path = newPath()
  await using _ = await createSqliteStore({ path })
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db-shm', 'state.db-wal', 'state.db.record'])
})

test('numbers claims on from those of an older version', async () => {
  const path = newPath()
  const older = new Driver(path)
  migrate(
    older,
    migrations.slice(
      0,
      migrations.findIndex(({ tag }) => tag === '0014_lanes_without_rowid'),
    ),
  )
  older.exec(`insert into state_meta (key, value) values ('fence', '41')`)
  older.close()

  await using store = await createSqliteStore({ path })
  await using claim = await store.claims?.acquire('lane', { signal: new AbortController().signal })
  expect(claim?.fence).toBe(42)
})
