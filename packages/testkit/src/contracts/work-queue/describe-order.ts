import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { gate, item, queueOf, startWork, workOff } from './fixtures.js'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export function describeOrder(store: () => SessionStore): void {
  const queue = () => queueOf(store())

  test('hands out the items of a lane in the order of put', async () => {
    const ids = range(40).map(String)
    for (const id of ids) await queue().put(item(id))
    expect(await workOff(queue(), 40)).toEqual(ids)
  })

  test('hands out one item of a lane at a time, also to several workers', async () => {
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

  test('lanes do not wait for each other', async () => {
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

  test('handles as many items at the same time as it is allowed, and no more', async () => {
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

  test('a worker that names its lanes leaves the others alone', async () => {
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

  test('queues do not see each other', async () => {
    expect(await queue().put(item('1', { queue: 'other' }))).toBe(true)
    expect(await queue().put(item('1'))).toBe(true)
    expect(await workOff(queue(), 1)).toEqual(['1'])
    expect(await queue().list({ queue: 'other' })).toMatchObject([{ id: '1', status: 'waiting' }])
  })

  test('an item that is put while a worker waits is handed out at once', async () => {
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

  test('an item is not handed out before its time, and holds up nothing until then', async () => {
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

  test('an item with an earlier time overtakes one with a later time', async () => {
    const now = Date.now()
    await queue().put(item('second', { notBeforeMs: now + 2500 }))
    await queue().put(item('first', { notBeforeMs: now + 1000 }))
    expect(await workOff(queue(), 2)).toEqual(['first', 'second'])
  })

  test('works off 10,000 items in many lanes, each once and in its order', { timeout: 120_000 }, async () => {
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
