import { createMemoryStore, silentLogger } from '@hermes/core'
import { formatProcessReports, isWake, processReportsIn, wakeHeading } from '@hermes/safety'
import { createProcessNews, type NewsItem, type ProcessRecord } from '@hermes/tools'
import { expect, onTestFinished, test } from 'vitest'
import { createProcessWakes, type ProcessWake, type WakeAnswer } from './process-wakes.js'
import { createWakeCounter } from './wake-counter.js'

const item = (id: string): NewsItem => ({
  processId: id,
  report: { session_id: id, command: 'npm test', status: 'exited', exit_code: 0, output: '' },
})

interface World {
  readonly answers?: readonly WakeAnswer[]
  readonly most?: number
  readonly lost?: readonly ProcessRecord[]
  readonly store?: ReturnType<typeof createMemoryStore>
  readonly startMs?: number
}

async function open({ answers = [], most = 20, lost = [], store = createMemoryStore(), startMs = 0 }: World = {}) {
  if (!(await store.sessions.get('s'))) await store.sessions.create({ id: 's', source: 'test', startedAtMs: 0 })
  const running = new Set<string>()
  const woken: ProcessWake[] = []
  const untaken: string[] = []
  const news = createProcessNews((sessionId) => wakes.offer(sessionId))
  let nowMs = startMs
  const counter = createWakeCounter({ store, now: () => nowMs })
  const wakes = createProcessWakes({
    news,
    turns: { isRunning: (id) => running.has(id) },
    store,
    counter,
    lost: async () => lost,
    mostInARow: () => most,
    onUntaken: (_, items) => void untaken.push(...items.map(({ processId }) => processId)),
    logger: silentLogger,
    batchMs: 1,
    retryMs: 1,
  })
  onTestFinished(() => wakes[Symbol.dispose]())
  const left = [...answers]
  wakes.onWake(async (wake) => {
    woken.push(wake)
    return left.shift() ?? 'taken'
  })
  return {
    store,
    news,
    wakes,
    counter,
    woken,
    untaken,
    running,
    /** Stores a message as one of the user. */
    async say(content: string) {
      nowMs += 1_000
      await store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: nowMs }])
      nowMs += 1_000
    },
  }
}

test('starts one turn for events close together, with a message that says that no person wrote it', async () => {
  const { news, woken } = await open()
  news.add('s', item('a'))
  news.add('s', item('b'))
  await expect.poll(() => woken.length).toBe(1)
  expect(woken[0]).toMatchObject({ sessionId: 's', processIds: ['a', 'b'] })
  expect(isWake(woken[0]?.content ?? '')).toBe(true)
  expect(processReportsIn(woken[0]?.content ?? '').map(({ session_id }) => session_id)).toEqual(['a', 'b'])
})

test('starts no turn while another is running, or for what that turn has reported', async () => {
  const { news, woken, running, wakes } = await open()
  running.add('s')
  news.add('s', item('a'))
  news.add('other', item('b'))
  await expect.poll(() => woken.map(({ sessionId }) => sessionId)).toEqual(['other'])
  news.take('s')
  running.clear()
  wakes.offer('s')
  news.add('another', item('c'))
  await expect.poll(() => woken.map(({ sessionId }) => sessionId)).toEqual(['other', 'another'])
})

test('asks a busy session again, and starts at most one turn for each event', async () => {
  const { news, woken, wakes } = await open({ answers: ['busy', 'busy', 'taken'] })
  news.add('s', item('a'))
  await expect.poll(() => woken.length).toBe(3)
  wakes.offer('s')
  news.add('other', item('b'))
  await expect.poll(() => woken.length).toBe(4)
  expect(woken.at(-1)?.sessionId).toBe('other')
})

test('tells people about events that no surface takes', async () => {
  const { news, woken, untaken } = await open({ answers: ['none'] })
  news.add('s', item('a'))
  await expect.poll(() => untaken).toEqual(['a'])
  expect(woken).toHaveLength(1)
})

test('limits turns that start turns until a person writes, also across restarts', async () => {
  const { news, woken, untaken, store, say } = await open({ most: 2 })
  await say('build it')
  for (const id of ['a', 'b', 'c']) {
    news.add('s', item(id))
    await expect.poll(() => [...woken.flatMap(({ processIds }) => processIds), ...untaken]).toContain(id)
    news.take('s')
    await say(formatProcessReports([item(id).report], wakeHeading))
  }
  expect([woken.length, untaken]).toEqual([2, ['c']])
  const restarted = await open({ most: 2, store, startMs: 100_000 })
  restarted.news.add('s', item('d'))
  await expect.poll(() => restarted.untaken).toEqual(['d'])
  await restarted.say('go on')
  expect(await restarted.counter.count('s')).toBe(0)
})

test('starts no turn when switched off', async () => {
  const { news, woken, untaken } = await open({ most: 0 })
  news.add('s', item('a'))
  await expect.poll(() => untaken).toEqual(['a'])
  expect(woken).toEqual([])
})

test('starts a turn for a process that ended with an earlier program if the model waits for it', async () => {
  const record = { sessionId: 's', command: 'npm run dev', startedAtMs: 0, output: '' }
  const { wakes, woken } = await open({
    lost: [
      { ...record, id: 'a', isAwaited: true },
      { ...record, id: 'b' },
    ],
  })
  await wakes.offerLost()
  await expect.poll(() => woken.map(({ processIds }) => processIds)).toEqual([['a']])
})

test('reports that a message is not due once the model has read its content', async () => {
  const { wakes, say } = await open()
  const wake = formatProcessReports([item('a').report, item('b').report], wakeHeading)
  expect(await wakes.isDue('s', wake)).toBe(true)
  await say(`hello\n\n${formatProcessReports([item('a').report])}`)
  expect(await wakes.isDue('s', wake)).toBe(true)
  await say(formatProcessReports([{ session_id: 'b', command: 'npm test', status: 'ended' }]))
  expect(await wakes.isDue('s', wake)).toBe(false)
  expect(await wakes.isDue('s', 'hello')).toBe(true)
})
