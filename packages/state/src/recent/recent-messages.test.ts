import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSqliteStore } from '../sqlite/sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-recent-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const say = (content: string) => ({ message: { role: 'user' as const, content }, timestampMs: 2 })

async function openWith(name: string, texts: readonly string[]) {
  const path = join(root, name)
  const store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const stored = await store.messages.append('s', texts.map(say))
  return { path, store, stored }
}

test('returns the same objects for a session that is loaded again', async () => {
  const { path, store, stored } = await openWith('same.db', ['one'])
  await using other = await createSqliteStore({ path })
  await using _ = store
  await store.messages.append('s', [say('two')])
  const loaded = await store.messages.load('s')
  expect(loaded[0]).toBe(stored[0])
  await other.messages.append('s', [say('three')])
  const [first, second, third] = await store.messages.load('s')
  expect([first, second]).toEqual(loaded)
  expect(first).toBe(loaded[0])
  expect(second).toBe(loaded[1])
  expect((await store.messages.load('s'))[2]).toBe(third)
})

test.each([
  ['large', 8, 'a long text '.repeat(100_000)],
  ['many', 64, 'a short text'],
])('rereads a session that others have displaced: %s', async (name, count, text) => {
  const { store, stored } = await openWith(`${name}.db`, ['one'])
  await using _ = store
  for (let number = 0; number < count; number++) {
    await store.sessions.create({ id: `other ${number}`, source: 'cli', startedAtMs: 1 })
    await store.messages.append(`other ${number}`, [say(text)])
  }
  const [read] = await store.messages.load('s')
  expect(read).toEqual(stored[0])
  expect(read).not.toBe(stored[0])
})

test('two loads at the same time return the same messages', async () => {
  const { path, store } = await openWith('twice.db', ['one'])
  await using other = await createSqliteStore({ path })
  await using _ = store
  await store.messages.load('s')
  await other.messages.append('s', [say('two'), say('three')])
  const both = await Promise.all([store.messages.load('s'), store.messages.load('s')])
  const texts = [...both, await store.messages.load('s')].map((messages) =>
    messages.map(({ message }) => message.content),
  )
  expect(texts).toEqual(Array(3).fill(['one', 'two', 'three']))
})
