import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { gate, item, queueOf, startWork, workOff } from './fixtures.js'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export function describeOrder(store: () => SessionStore): void {
  const queue = () => queueOf(store())

  test('hands out the items of a lane in the order of put', async () => {
    const ids = range(40).map(String)
    for (const id of ids) await queue().put(item(id))
    expect(await workOff(queue(), 40)).toEqual(ids)
  })

  test('hands out one item of a lane at a time, even to several workers', async () => {
    for (const id of range(30)) await queue().put(item(String(id)))
    let active = 0
    let most = 0
    const order: string[] = []
    const all = gate()
    const handle = async ({ id }: { readonly id: string }) => {
      most = Math.max(most, ++active)
      await new Promise((resolve) => setImmediate(resolve))
      active--
      order.push(id)
      if (order.length === 30) all.open()
    }
    const workers = range(3).map(() => startWork(queue(), handle))
    await all.promise
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(most).toBe(1)
    expect(order).toEqual(range(30).map(String))
  })

  test('does not let lanes wait for each other', async () => {
    await queue().put(item('slow', { lane: 'slow' }))
    for (const id of ['1', '2', '3']) await queue().put(item(id, { lane: 'quick' }))
    const slow = gate()
    const seen: string[] = []
    const quick = gate()
    const working = startWork(queue(), async ({ id, lane }) => {
      if (lane === 'slow') return slow.promise
      seen.push(id)
      if (seen.length === 3) quick.open()
    })
    await quick.promise
    expect(seen).toEqual(['1', '2', '3'])
    slow.open()
    await working.stop()
  })

  test('handles at most the configured number of items concurrently', async () => {
    for (const id of range(20)) await queue().put(item(String(id), { lane: String(id) }))
    let active = 0
    let most = 0
    let handled = 0
    const full = gate()
    const all = gate()
    const working = startWork(
      queue(),
      async () => {
        most = Math.max(most, ++active)
        if (active === 4) full.open()
        await full.promise
        active--
        if (++handled === 20) all.open()
      },
      { concurrency: 4 },
    )
    await all.promise
    await working.stop()
    expect(most).toBe(4)
  })

  test('restricts a worker to its lanes', async () => {
    for (const lane of ['mine', 'theirs', 'later', 'mine']) {
      await queue().put(item(`${lane} ${(await queue().list()).length}`, { lane }))
    }
    const lanes = ['mine']
    const seen: string[] = []
    const third = gate()
    const working = startWork(
      queue(),
      async ({ id }) => {
        seen.push(id)
        if (seen.length === 2) lanes.push('later')
        if (seen.length === 3) third.open()
      },
      { lanes: () => lanes },
    )
    await third.promise
    await working.stop()
    expect(seen).toEqual(['mine 0', 'mine 3', 'later 2'])
    expect(await queue().list()).toMatchObject([{ id: 'theirs 1', status: 'waiting', attempt: 0 }])
  })

  test('leaves lanes to other workers until it no longer excludes them', async () => {
    const leaves = ['theirs:']
    const seen: string[] = []
    const [mine, theirs] = [gate(), gate()]
    await queue().put(item('1', { lane: 'theirs:a' }))
    await queue().put(item('2', { lane: 'mine' }))
    const working = startWork(
      queue(),
      async ({ id }) => {
        seen.push(id)
        if (seen.length === 2) mine.open()
        if (seen.length === 4) theirs.open()
      },
      { leaves: () => leaves },
    )
    await expect.poll(() => seen, patient).toEqual(['2'])
    // Checked while it works, too.
    await queue().put(item('3', { lane: 'theirs:b' }))
    await queue().put(item('4', { lane: 'mine' }))
    await mine.promise
    expect(seen).toEqual(['2', '4'])
    expect(await queue().list({ status: 'waiting' })).toMatchObject([
      { id: '1', status: 'waiting', attempt: 0 },
      { id: '3', status: 'waiting', attempt: 0 },
    ])
    leaves.pop()
    await theirs.promise
    await working.stop()
    expect(seen.toSorted()).toEqual(['1', '2', '3', '4'])
  })

  test('separates queues', async () => {
    expect(await queue().put(item('1', { queue: 'other' }))).toBe(true)
    expect(await queue().put(item('1'))).toBe(true)
    expect(await workOff(queue(), 1)).toEqual(['1'])
    expect(await queue().list({ queue: 'other' })).toMatchObject([{ id: '1', status: 'waiting' }])
  })

  test('hands a new item to a waiting worker immediately', async () => {
    const seen: string[] = []
    const first = gate()
    const second = gate()
    const working = startWork(queue(), async ({ id }) => {
      seen.push(id)
      if (id === '1') first.open()
      else second.open()
    })
    await queue().put(item('1'))
    await first.promise
    await queue().put(item('2'))
    await second.promise
    await working.stop()
    expect(seen).toEqual(['1', '2'])
  })

  test('hands out an item put while another one of its lane is being handled, after that one', async () => {
    const [begun, end] = [gate(), gate()]
    const seen: string[] = []
    const working = startWork(queue(), async ({ id }) => {
      seen.push(id)
      if (id !== '1') return
      begun.open()
      await end.promise
      seen.push('1 has ended')
    })
    await queue().put(item('0', { lane: 'b' }))
    await expect.poll(() => seen, patient).toEqual(['0'])
    await queue().put(item('1'))
    await begun.promise
    expect(await queue().put(item('2'))).toBe(true)
    await queue().put(item('3', { lane: 'b' }))
    await expect.poll(() => seen, patient).toEqual(['0', '1', '3'])
    end.open()
    await expect.poll(() => seen, patient).toEqual(['0', '1', '3', '1 has ended', '2'])
    await working.stop()
    expect(await queue().list()).toEqual([])
  })

  test('hands out an item when it is due, without blocking earlier ones', async () => {
    const at = new Map<string, number>()
    const all = gate()
    const working = startWork(queue(), async ({ id }) => {
      at.set(id, Date.now())
      if (at.size === 2) all.open()
    })
    const dueMs = Date.now() + 1000
    await queue().put(item('later', { notBeforeMs: dueMs }))
    await queue().put(item('now'))
    await all.promise
    await working.stop()
    expect([...at.keys()]).toEqual(['now', 'later'])
    expect(at.get('later')).toBeGreaterThanOrEqual(dueMs)
  })

  test('lets an item with an earlier time overtake a later one', async () => {
    const now = Date.now()
    await queue().put(item('second', { notBeforeMs: now + 2500 }))
    await queue().put(item('first', { notBeforeMs: now + 1000 }))
    expect(await workOff(queue(), 2)).toEqual(['first', 'second'])
  })

  test('processes 10,000 items in many lanes, each once and in order', { timeout: 120_000 }, async () => {
    const count = 10_000
    const lanes = 100
    const puts = range(count).map((number) =>
      queue().put(item(String(number), { lane: String(number % lanes), payload: number })),
    )
    expect((await Promise.all(puts)).every(Boolean)).toBe(true)
    const ids = await workOff(queue(), count, { concurrency: 64 })
    expect(new Set(ids).size).toBe(count)
    for (const lane of [0, 42, 99]) {
      const numbers = ids.map(Number).filter((number) => number % lanes === lane)
      expect(numbers).toEqual(numbers.toSorted((left, right) => left - right))
    }
    expect(await queue().list({ queue: 'q' })).toEqual([])
  })
}
