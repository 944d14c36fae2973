import type { SessionStore } from '@hermes/core'
import type { Claim } from '@hermes/core/queue'
import { expect, test } from 'vitest'
import { session, user } from '../session-store/fixtures.js'
import { patient } from '../time-limits.js'
import { gate, item, queueOf, startWork, workOff } from './fixtures.js'

/** Tests of several stores on one database. */
export function describeProcesses(store: () => SessionStore, reopen: () => Promise<SessionStore>): void {
  test('keeps items after the process has ended', async () => {
    await queueOf(store()).put(item('1', { notBeforeMs: 5 }))
    await using next = await reopen()
    expect(await queueOf(next).get({ queue: 'q', id: '1' })).toMatchObject({ payload: { id: '1' }, notBeforeMs: 5 })
    expect(await queueOf(next).put(item('1'))).toBe(false)
  })

  test('accepts one of two puts of an id through two stores', async () => {
    await using other = await reopen()
    for (let round = 0; round < 20; round++) {
      const puts = [store(), other].map((each) => queueOf(each).put(item(`${round}`)))
      expect((await Promise.all(puts)).filter(Boolean)).toHaveLength(1)
    }
  })

  test('notifies a worker of items put through another store', async () => {
    await using other = await reopen()
    const seen: string[] = []
    const working = startWork(queueOf(store()), async ({ id }) => void seen.push(id))
    for (const id of ['1', '2', '3']) {
      await queueOf(other).put(item(id))
      await expect.poll(() => seen, patient).toContain(id)
    }
    await working.stop()
    expect(seen).toEqual(['1', '2', '3'])
  })

  test('notifies a worker whose own items never end of items put through another store', async () => {
    await using other = await reopen()
    const found = gate()
    let isFound = false
    const working = startWork(queueOf(store()), async ({ id, payload }) => {
      if (id === 'elsewhere') {
        isFound = true
        found.open()
      } else if (!isFound) await queueOf(store()).put(item(`after ${id}`, { lane: `${payload}`, payload }))
    })
    await queueOf(store()).put(item('here', { lane: 'b', payload: 'b' }))
    await queueOf(other).put(item('elsewhere'))
    await found.promise
    await working.stop()
  })

  test('shares lanes between workers on several stores, each item once and in order', async () => {
    await using other = await reopen()
    const handled: string[] = []
    const active = new Map<string, number>()
    const all = gate()
    const handle = async ({ id, lane }: { readonly id: string; readonly lane: string }) => {
      const now = (active.get(lane) ?? 0) + 1
      active.set(lane, now)
      expect(now).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      active.set(lane, now - 1)
      handled.push(id)
      if (handled.length === 200) all.open()
    }
    const workers = [store(), other].map((each) => startWork(queueOf(each), handle, { concurrency: 3 }))
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    await Promise.all(numbers.map((number) => queueOf(store()).put(item(`${number}`, { lane: `${number % 7}` }))))
    await all.promise
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(new Set(handled).size).toBe(200)
    for (let lane = 0; lane < 7; lane++) {
      const order = handled.map(Number).filter((number) => number % 7 === lane)
      expect(order).toEqual(order.toSorted((left, right) => left - right))
    }
  })

  test('waits for a lane that is held through another store', async () => {
    await using other = await reopen()
    const signal = new AbortController().signal
    const first = await store().claims?.acquire('turn', { signal })
    const waiting = gate()
    const second = other.claims?.acquire('turn', { signal, onWait: waiting.open })
    await waiting.promise
    await first?.[Symbol.asyncDispose]()
    await using held = await second
    expect(held?.fence).toBeGreaterThan(first?.fence ?? Number.NaN)
    await store().sessions.create(session('s'))
    if (held) await store().messages.append('s', [user('guarded')], { guard: held })
  })

  test('shows an item settled by an append as settled in a store opened later', async () => {
    await store().sessions.create(session('s'))
    await queueOf(store()).put(item('1'))
    const settled = gate()
    const end = gate()
    const handle = async (_: unknown, claim: Claim) => {
      await store().messages.append('s', [user('stored')], { settles: claim.item })
      settled.open()
      await end.promise
    }
    const working = startWork(queueOf(store()), handle, { concurrency: 1 })
    await settled.promise
    await using next = await reopen()
    expect(await next.messages.load('s')).toHaveLength(1)
    await queueOf(next).put(item('2'))
    expect(await workOff(queueOf(next), 1)).toEqual(['2'])
    end.open()
    await working.stop()
  })
}
