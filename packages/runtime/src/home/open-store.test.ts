import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readStoreSettings } from '../config/load/read-store-settings.js'
import { storeKindOf } from '../schema/store-schema.js'
import { homePaths } from './home-paths.js'
import { openStore } from './open-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-store-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const paths = homePaths(root)
const nobody = 'postgresql://hermes:hush@127.0.0.1:1/hermes'
const write = (text: string) => writeFileSync(paths.config, text)

beforeEach(() => write(''))

test('keeps sessions in the file of the home unless a database is set', async () => {
  await using store = await openStore(paths, await readStoreSettings({ paths, variables: {} }))
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  expect(existsSync(paths.state)).toBe(true)
})

test('uses a database set by the config or a variable, and does not create the file', async () => {
  const variables = { HERMES_DATABASE_URL: nobody }
  expect(await readStoreSettings({ paths, variables })).toEqual({ database: { url: nobody } })
  write(`database:\n  url: \${HERMES_DATABASE_URL}\n  schema: mine\n`)
  const settings = await readStoreSettings({ paths, variables })
  expect(settings).toEqual({ database: { url: nobody, schema: 'mine' } })
  const other = homePaths(join(root, 'profiles', 'work'))
  await expect(openStore(other, settings)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('127.0.0.1:1/hermes'),
  })
  expect(existsSync(other.state)).toBe(false)
})

test('ignores mistakes in other settings, and reports mistakes in the database settings', async () => {
  write(`no_such_setting: 1\ndatabase:\n  url: ${nobody}\n`)
  expect(await readStoreSettings({ paths, variables: {} })).toEqual({ database: { url: nobody } })
  write('database:\n  schema: Not A Name\n')
  await expect(readStoreSettings({ paths, variables: {} })).rejects.toMatchObject({ path: 'database.schema' })
})

test('reports a recovered file, with the path of the damaged one', async () => {
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

test('passes options, the home and a logger to a store extension', async () => {
  const memory = `
    import { createMemoryStore } from ${JSON.stringify(import.meta.resolve('@hermes/core'))}
    const options = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }
    export default {
      kind: 'store', id: 'memory', options,
      create: (options, services) => Object.assign(createMemoryStore(), { given: { options, home: services.home } }),
    }`
  writeFileSync(join(root, 'memory-store.mjs'), memory)
  write('store:\n  use: ./memory-store.mjs\n  size: 3\n')
  const settings = await readStoreSettings({ paths, variables: { HERMES_DATABASE_URL: nobody } })
  expect(storeKindOf(settings)).toBe('extension')
  await using store = await openStore(paths, settings)
  expect(store).toMatchObject({ given: { options: { size: 3 }, home: paths.home } })
})

test('rejects a missing, invalid or unconfigured store with advice', async () => {
  const open = async (text: string, variables = {}) => {
    write(text)
    return openStore(paths, await readStoreSettings({ paths, variables }))
  }
  await expect(open('store: { use: hermes-store-none }\n')).rejects.toThrow(
    /hermes-store-none is not installed: run "npm/,
  )
  writeFileSync(join(root, 'nothing.mjs'), 'export default {}')
  await expect(open('store: { use: ./nothing.mjs }\n')).rejects.toThrow('must come from defineStore()')
  await expect(open('store: { use: postgres }\n')).rejects.toMatchObject({ path: 'database.url' })
  await expect(open('store: { use: sqlite, file: x }\n')).rejects.toMatchObject({ path: 'store.file' })
  await using store = await open('store: { use: sqlite }\n', { HERMES_DATABASE_URL: nobody })
  expect(await store.sessions.find({ limit: 0 })).toEqual([])
})
