import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readDatabaseSettings } from '../config/read-database-settings.js'
import { homePaths } from './home-paths.js'
import { openStore } from './open-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const paths = homePaths(root)
const nobody = 'postgresql://hermes:hush@127.0.0.1:1/hermes'
const write = (text: string) => writeFileSync(paths.config, text)

beforeEach(() => write(''))

test('sessions are in the file of the home, unless a database is set', async () => {
  const database = await readDatabaseSettings({ paths, variables: {} })
  await using store = await openStore(paths, { database })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  expect(existsSync(paths.state)).toBe(true)
})

test('a database may be set by the file or by a variable; then the file of the home is not touched', async () => {
  const variables = { HERMES_DATABASE_URL: nobody }
  expect(await readDatabaseSettings({ paths, variables })).toEqual({ url: nobody })
  write(`database:\n  url: \${HERMES_DATABASE_URL}\n  schema: mine\n`)
  const database = await readDatabaseSettings({ paths, variables })
  expect(database).toEqual({ url: nobody, schema: 'mine' })
  const other = homePaths(join(root, 'profiles', 'work'))
  await expect(openStore(other, { database })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('127.0.0.1:1/hermes'),
  })
  expect(existsSync(other.state)).toBe(false)
})

test('mistakes in other settings do not hide where the sessions are, mistakes in these are said', async () => {
  write(`no_such_setting: 1\ndatabase:\n  url: ${nobody}\n`)
  expect(await readDatabaseSettings({ paths, variables: {} })).toEqual({ url: nobody })
  write('database:\n  schema: Not A Name\n')
  await expect(readDatabaseSettings({ paths, variables: {} })).rejects.toMatchObject({ path: 'database.schema' })
})

test('a file that had to be recovered is told of, with where the damaged one is', async () => {
  const damaged = homePaths(join(root, 'profiles', 'damaged'))
  {
    await using store = await openStore(damaged)
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    await store.messages.append('s', [{ message: { role: 'user', content: 'still here' }, timestampMs: 1 }])
  }
  const bytes = readFileSync(damaged.state)
  writeFileSync(damaged.state, bytes.fill(0, 0, 24))
  const told: string[] = []
  await using store = await openStore(damaged, { onTrouble: (sentence) => told.push(sentence) })
  expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual(['still here'])
  expect(told.at(-1)).toMatch(/has been recovered \(.*state\.db\)\. The damaged file is kept as .*state\.db\./)
})
