import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { NodeDatabase } from '../connection/driver/node-database.js'
import { createSqliteStore } from './sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-reader-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function openTwice(name: string) {
  const path = join(root, name)
  const [one, other] = [await createSqliteStore({ path }), await createSqliteStore({ path })]
  await one.sessions.create({
    id: 's',
    source: 'cli',
    startedAtMs: 1,
    notes: { tools: ['read'] },
    systemPrompt: 'first',
    model: 'small',
  })
  await one.sessions.get('s')
  const close = async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  }
  return { path, one, other, close }
}

test('a session read before shows every change of another process', async () => {
  const { one, other, close } = await openTwice('changes.db')
  for (const changes of [
    { notes: { tools: ['write'] } },
    { systemPrompt: 'second' },
    { contextState: { summary: 'short' } },
    { contextState: null },
    { model: 'large', title: 'A title' },
    { title: null },
    { endedAtMs: 5, endReason: 'user' },
    { endedAtMs: null, endReason: null },
    { archived: true },
  ]) {
    const changed = await other.sessions.update('s', changes)
    expect(await one.sessions.get('s')).toEqual(changed)
  }
  await other.messages.append('s', [{ message: { role: 'user', content: 'hello' }, timestampMs: 9 }])
  expect(await one.sessions.get('s')).toMatchObject({ messageCount: 1, lastActivityAtMs: 9 })
  await other.sessions.delete('s')
  expect(await one.sessions.get('s')).toBeUndefined()
  await close()
})

test('a session read before shows the changes of its own process', async () => {
  const { one, close } = await openTwice('own.db')
  const changed = await one.sessions.update('s', { systemPrompt: 'second', notes: { tools: [] } })
  expect(await one.sessions.get('s')).toEqual(changed)
  expect(await one.sessions.get('s')).toMatchObject({ systemPrompt: 'second', notes: { tools: [] } })
  await one.messages.append('s', [{ message: { role: 'user', content: 'hello' }, timestampMs: 9 }])
  expect(await one.sessions.get('s')).toMatchObject({ messageCount: 1, lastActivityAtMs: 9 })
  const usage = { inputTokens: 3, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
  await one.usage?.add('s', { task: 'turn', provider: 'openai', model: 'small', usage, atMs: 9 })
  expect(await one.sessions.get('s')).toMatchObject({ apiCallCount: 1, usage: { inputTokens: 3 } })
  await one.sessions.create({ id: 'child', source: 'cli', startedAtMs: 2, parentSessionId: 's', link: 'branch' })
  expect(await one.sessions.get('child')).toMatchObject({ parentSessionId: 's' })
  await one.sessions.split('s', { id: 'next', messages: [], atMs: 10 })
  expect(await one.sessions.get('s')).toMatchObject({ endReason: 'compression', endedAtMs: 10 })
  await one.sessions.delete('s')
  expect(await one.sessions.get('s')).toBeUndefined()
  expect(await one.sessions.get('child')).not.toHaveProperty('parentSessionId')
  await close()
})

test('keeps the session read before when a change fails', async () => {
  const { one, close } = await openTwice('failed.db')
  const before = await one.sessions.get('s')
  await one.sessions.create({ id: 'other', source: 'cli', startedAtMs: 1, title: 'taken' })
  await expect(one.sessions.update('s', { model: 'large', title: 'taken' })).rejects.toMatchObject({ kind: 'conflict' })
  const append = one.messages.append('s', [{ message: { role: 'user', content: 'hello' }, timestampMs: 9 }], {
    guard: { lane: 'lost', fence: 1 },
  })
  await expect(append).rejects.toMatchObject({ kind: 'fenced' })
  expect(await one.sessions.get('s')).toEqual(before)
  await close()
})

test('rejects a session that is damaged after it was read', async () => {
  const { path, one, close } = await openTwice('damaged.db')
  // Within the same task of the event loop, only this process can write.
  await nextTurn()
  const database = new NodeDatabase(path)
  database.exec(`update sessions set model = 'smell'`)
  await expect(one.sessions.get('s')).rejects.toMatchObject({ kind: 'corrupt' })
  database.close()
  await close()
})
