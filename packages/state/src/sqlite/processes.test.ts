import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { createSqliteStore } from './sqlite-store.js'

/** Inside the package, so that the built file finds its dependencies. */
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const root = mkdtempSync(join(cache, 'processes-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => join(root, `${randomUUID()}.db`)

beforeAll(async () => {
  await build({
    entry: { state: fileURLToPath(new URL('../index.ts', import.meta.url)) },
    config: false,
    silent: true,
    format: 'esm',
    target: 'node22',
    outDir: root,
    noExternal: [/^@hermes\//],
    removeNodeProtocol: false,
    external: ['better-sqlite3'],
    esbuildOptions: (options) => {
      options.conditions = ['@hermes/source']
    },
  })
})

/** Program that prints the number of each message as soon as the store has acknowledged it. */
const writer = () => `
import { createSqliteStore } from ${JSON.stringify(pathToFileURL(join(root, 'state.js')).href)}
const [path, name, count] = process.argv.slice(1)
const store = await createSqliteStore({ path })
await store.sessions.create({ id: name, source: 'cli', startedAtMs: Date.now() })
await store.sessions.create({ id: 'shared', source: 'cli', startedAtMs: Date.now() }).catch((error) => {
  if (error.kind !== 'conflict') throw error
})
for (let number = 0; number < Number(count); number++) {
  const message = { message: { role: 'user', content: name + ':' + number }, timestampMs: Date.now() }
  await store.messages.append(name, [message])
  await store.messages.append('shared', [message])
  process.stdout.write(number + '\\n')
}
await store[Symbol.asyncDispose]()
`

function startWriter(path: string, name: string, count: number): ChildProcess {
  const args = ['--input-type=module', '--eval', writer(), path, name, String(count)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

const expected = (name: string, count: number) => Array.from({ length: count }, (_, number) => `${name}:${number}`)

async function contents(path: string, session: string): Promise<readonly unknown[]> {
  await using store = await createSqliteStore({ path })
  const loaded = await store.messages.load(session)
  expect(await store.sessions.get(session)).toMatchObject({ messageCount: loaded.length })
  return loaded.map(({ message }) => message.content)
}

function integrity(path: string): unknown {
  const database = new Driver(path)
  const result = database.pragma('integrity_check', { simple: true })
  database.close()
  return result
}

test('processes that start together on a new file and write to it lose nothing', async () => {
  const path = newPath()
  const names = ['a', 'b', 'c', 'd']
  const exits = names.map((name) => once(startWriter(path, name, 50), 'exit'))
  expect(await Promise.all(exits)).toEqual(names.map(() => [0, null]))

  const shared = await contents(path, 'shared')
  expect(shared).toHaveLength(200)
  for (const name of names) {
    expect(await contents(path, name)).toEqual(expected(name, 50))
    expect(shared.filter((content) => String(content).startsWith(`${name}:`))).toEqual(expected(name, 50))
  }
  expect(integrity(path)).toBe('ok')
})

test.each([1, 7, 40])('a writer that is killed after %i messages loses no acknowledged message', async (killAfter) => {
  const path = newPath()
  const child = startWriter(path, 'a', 1_000_000)
  if (!child.stdout) throw new Error('The output of the child is piped.')
  const exit = once(child, 'exit')
  let acknowledged = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    acknowledged++
    if (acknowledged === killAfter) child.kill('SIGKILL')
  }
  expect(await exit).toEqual([null, 'SIGKILL'])

  const stored = await contents(path, 'a')
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged)
  expect(stored).toEqual(expected('a', stored.length))
  expect(integrity(path)).toBe('ok')
})
