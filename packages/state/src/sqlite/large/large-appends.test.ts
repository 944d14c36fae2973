import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { NewMessage, SessionStore } from '@hermes/core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkStore } from '../../maintenance/check/check-store.js'
import { createSqliteStore } from '../sqlite-store.js'

let path: string
let store: SessionStore
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-large-'))
  path = join(folder, 'state.db')
  store = await createSqliteStore({ path })
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
})

const said = (content: string, timestampMs = 2): NewMessage => ({ message: { role: 'user', content }, timestampMs })
const words = (count: number) => 'the quick brown fox jumps over 部署 the lazy dog '.repeat(count)
const large = `${words(50_000)} xylophone ${words(10_000)}`

test('the event loop continues while a large message is stored', async () => {
  let isStored = false
  let rounds = 0
  const turning = (async () => {
    for (; !isStored; rounds += 1) await nextRound()
  })()
  await store.messages.append('s', [said(large)])
  isStored = true
  await turning
  expect(rounds).toBeGreaterThan(100)
})

test('a large message is found, read and counted like others, and the file is sound', async () => {
  const [stored] = await store.messages.append('s', [said(large)])
  const [loaded] = await store.messages.load('s')
  // Compared by hand, because a difference would print megabytes.
  expect([stored?.message.content === large, loaded?.message.content === large]).toEqual([true, true])
  expect([stored?.id, stored?.sessionId]).toEqual([loaded?.id, 's'])
  const hits = await store.search?.find({ text: 'xylophone' })
  expect(hits?.map(({ message }) => message.id)).toEqual([stored?.id])
  expect(await store.sessions.get('s')).toMatchObject({ messageCount: 1 })
  await store[Symbol.asyncDispose]()
  expect(await checkStore({ path, depth: 'full' })).toMatchObject({ problems: [] })
  store = await createSqliteStore({ path })
  expect(await store.messages.load('s')).toHaveLength(1)
})

test('keeps the order of writes', async () => {
  const ids = await Promise.all(
    [said('one'), said(large), said('three'), said(large), said('five')].map((message) =>
      store.messages.append('s', [message]),
    ),
  )
  const loaded = await store.messages.load('s')
  expect(loaded.map(({ id }) => id)).toEqual(ids.map(([stored]) => stored?.id))
  expect(loaded.map(({ message }) => message.content?.length)).toEqual([3, large.length, 5, large.length, 4])
})

test('rejects the same large messages as small ones, and continues afterwards', async () => {
  await expect(store.messages.append('nobody', [said(large)])).rejects.toMatchObject({ kind: 'not-found' })
  const guard = { lane: 'lane', fence: 7 }
  await expect(store.messages.append('s', [said(large)], { guard })).rejects.toMatchObject({ kind: 'fenced' })
  await store.messages.append('s', [said('small')])
  expect(await store.messages.load('s')).toHaveLength(1)
})

test('stores a large message as it was given, even if the caller changes it in the meantime', async () => {
  const message = { role: 'user' as const, content: large }
  const storing = store.messages.append('s', [{ message, timestampMs: 2 }])
  message.content = 'changed'
  expect((await storing)[0]?.message.content === large).toBe(true)
})
