import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('a session that was read before shows every change of another process', async () => {
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

test('a session that was read before shows the changes of its own process', async () => {
  const { one, close } = await openTwice('own.db')
  const changed = await one.sessions.update('s', { systemPrompt: 'second', notes: { tools: [] } })
  expect(await one.sessions.get('s')).toEqual(changed)
  expect(await one.sessions.get('s')).toMatchObject({ systemPrompt: 'second', notes: { tools: [] } })
  await close()
})

test('a session is refused when it is damaged after it was read', async () => {
  const { path, one, close } = await openTwice('damaged.db')
  const database = new NodeDatabase(path)
  database.exec(`update sessions set model = 'smell'`)
  await expect(one.sessions.get('s')).rejects.toMatchObject({ kind: 'corrupt' })
  database.close()
  await close()
})
