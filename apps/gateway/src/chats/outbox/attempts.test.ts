import { createMemoryStore, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { outboxQueue } from '../network/queues.js'
import { createAttempts } from './attempts.js'

/** Opens a store with an item for each id. Items in `done` are done. */
async function open(ids: readonly string[], done: readonly string[]) {
  const { queue, values } = createMemoryStore()
  if (!queue || !values) throw new Error('The store in memory lacks a part.')
  for (const id of ids) await queue.put({ queue: outboxQueue, lane: id, id, payload: null })
  const working = new AbortController()
  const work = queue.work(
    outboxQueue,
    async ({ id }) => {
      if (!done.includes(id)) throw new Error('The network is away.')
    },
    { signal: working.signal, retry: { firstDelayMs: 60_000 } },
  )
  await expect
    .poll(async () =>
      (await Promise.all(ids.map((id) => queue.get({ queue: outboxQueue, id })))).map(
        (item) => item?.retryAtMs ?? item?.status,
      ),
    )
    .toEqual(ids.map((id) => (done.includes(id) ? 'done' : expect.any(Number))))
  working.abort()
  await work
  let now = 0
  const attempts = createAttempts({ queue, values, logger: silentLogger, monotonic: () => now })
  const noted = async () => (await values.list('chat-attempts')).map(({ key }) => key)
  return { attempts, noted, pass: (ms: number) => (now += ms) }
}

const numbered = (count: number, name = 'message') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

test('returns what was recorded before', async () => {
  const { attempts } = await open([], [])
  expect(await attempts.begin('a')).toBeUndefined()
  expect(await attempts.begin('a')).toBe('sending')
  await attempts.note('a', undefined)
  expect(await attempts.begin('a')).toBeUndefined()
  await attempts.note('a', 'sent')
  expect(await attempts.begin('a')).toBe('sent')
  expect(await attempts.begin('a')).toBe('sent')
})

test('deletes attempts minutes later, once their items are done', async () => {
  const early = numbered(64, 'early')
  const unfinished = 'early 7'
  const { attempts, noted, pass } = await open(
    early,
    early.filter((id) => id !== unfinished),
  )
  for (const id of early) await attempts.begin(id)
  pass(60_000)
  await attempts.begin('soon')
  expect((await noted()).length).toBe(65)
  pass(300_000)
  await attempts.begin('later')
  await expect.poll(noted).toEqual([unfinished, 'later', 'soon'])
  expect(await attempts.begin(unfinished)).toBe('sending')
})

test('deletes an attempt whose item ends later', async () => {
  const { queue, values } = createMemoryStore()
  if (!queue || !values) throw new Error('The store in memory lacks a part.')
  const ids = numbered(64)
  const [slow = ''] = ids
  for (const id of ids) await queue.put({ queue: outboxQueue, lane: id, id, payload: null })
  const arrived = Promise.withResolvers<void>()
  const working = new AbortController()
  const work = queue.work(outboxQueue, async ({ id }) => (id === slow ? arrived.promise : undefined), {
    signal: working.signal,
    concurrency: ids.length,
  })
  const open = async () => (await queue.list({ queue: outboxQueue })).map(({ id }) => id)
  await expect.poll(open).toEqual([slow])
  let now = 0
  const attempts = createAttempts({ queue, values, logger: silentLogger, monotonic: () => now })
  const noteAll = async (names: readonly string[]) => {
    for (const id of names) await attempts.begin(id)
    now += 300_001
    await attempts.begin(`${names[0]} again`)
  }
  await noteAll(ids)
  await expect.poll(() => values.list('chat-attempts')).toHaveLength(2)
  expect(await values.get('chat-attempts', slow)).toBe('sending')
  arrived.resolve()
  await expect.poll(open).toEqual([])
  await noteAll(numbered(62, 'later'))
  await expect.poll(() => values.get('chat-attempts', slow)).toBeUndefined()
  working.abort()
  await work
})
