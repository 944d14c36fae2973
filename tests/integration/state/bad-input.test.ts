import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkStore, createSqliteStore } from '@hermes/state'
import { expect, test, vi } from 'vitest'
import { say, storeFolder } from './maintenance/fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { root, newPath } = storeFolder()

const strange = [
  { name: 'a path upwards', text: '../../../etc/passwd' },
  { name: 'control characters', text: 'a\u0000b\u0007c\u001b[31md\r\ne\u2028f' },
  { name: 'halves of surrogate pairs', text: 'a \ud83d b \ude80 c' },
  { name: 'SQL', text: `'; drop table messages; -- "` },
  { name: 'the mark of the store itself', text: '\u0001json:{' },
  { name: 'every direction', text: 'abc \u202e txt.exe \u2066' },
]

test.each(strange)('stores $name unchanged as title, source, model and message', async ({ text }) => {
  const path = newPath()
  const store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: text, title: text, model: text, systemPrompt: text, startedAtMs: 1 })
  await store.messages.append('s', [
    say(text),
    { message: { role: 'tool', tool_call_id: text, name: text, content: text }, timestampMs: 2 },
  ])
  expect(await store.sessions.get('s')).toMatchObject({ source: text, title: text, model: text, systemPrompt: text })
  expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual([text, text])
  expect(await store.sessions.find({ title: text })).toHaveLength(1)
  await store.search?.find({ text })
  await store[Symbol.asyncDispose]()
  expect((await checkStore({ path })).problems).toEqual([])
})

test('does not use a session id as a path', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  for (const id of ['../outside', '/etc/passwd', '..\\outside', 'a/b', '']) {
    await store.sessions.create({ id, source: 'cli', startedAtMs: 1 })
    await store.messages.append(id, [say(id)])
    expect(await store.messages.load(id)).toHaveLength(1)
  }
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db-shm', 'state.db-wal', 'state.db.record'])
  expect(readdirSync(root).filter((name) => name.includes('outside'))).toEqual([])
})

test('stores, finds and returns a message of fifty megabytes', async () => {
  const path = newPath()
  const store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const content = `needle ${'0123456789abcdef '.repeat(3_000_000)}`
  await store.messages.append('s', [say(content)])
  const [stored] = await store.messages.load('s')
  expect(stored?.message.content === content).toBe(true)
  expect(await store.search?.find({ text: 'needle' })).toHaveLength(1)
  await store[Symbol.asyncDispose]()
  expect((await checkStore({ path, depth: 'quick' })).problems).toEqual([])
})

test('keeps the order when the clock jumps back', async () => {
  await using store = await createSqliteStore({ path: newPath() })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 5000 })
  for (const timestampMs of [5000, 9000, 1000, -1, 9000])
    await store.messages.append('s', [say(String(timestampMs), timestampMs)])
  expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual([
    '5000',
    '9000',
    '1000',
    '-1',
    '9000',
  ])
  expect(await store.sessions.get('s')).toMatchObject({ lastActivityAtMs: 9000, messageCount: 5 })
})
