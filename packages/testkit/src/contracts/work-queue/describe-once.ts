import type { SessionStore } from '@hermes/core'
import type { WorkItem } from '@hermes/core/queue'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { gate, item, queueOf, startWork, workOff } from './fixtures.js'

export function describeOnce(store: () => SessionStore): void {
  const queue = () => queueOf(store())

  test('passes an item to the handler', async () => {
    const payload = { text: 'NUL \0, a half \ud83d and \u0001json:', list: [1, null, { deep: true }] }
    const before = Date.now()
    await queue().put({ queue: 'q', lane: 'a\0b', id: 'i \ud83d', payload })
    const seen: unknown[] = []
    const handled = gate()
    const working = startWork(queue(), async (work) => {
      seen.push(work)
      handled.open()
    })
    await handled.promise
    await working.stop()
    expect(seen).toEqual([
      { queue: 'q', lane: 'a\0b', id: 'i \ud83d', payload, attempt: 1, putAtMs: expect.any(Number) },
    ])
    expect(await queue().get({ queue: 'q', id: 'i \ud83d' })).toMatchObject({ status: 'done' })
    const record = await queue().get({ queue: 'q', id: 'i \ud83d' })
    expect(Math.abs((record?.putAtMs ?? 0) - before)).toBeLessThan(60_000)
  })

  test('passes an item that is put while a worker waits, with a copy of its payload', async () => {
    const seen: WorkItem[] = []
    const working = startWork(queue(), async (item) => void seen.push(item))
    await queue().put(item('first', { lane: 'b' }))
    await expect.poll(() => seen, patient).toHaveLength(1)
    const payload = { text: 'a 😀', list: [1, { deep: true }] }
    const putting = queue().put(item('1', { payload }))
    payload.text = 'changed'
    expect(await putting).toBe(true)
    await expect.poll(() => seen, patient).toHaveLength(2)
    expect(seen[1]).toEqual({
      ...item('1', { payload: { text: 'a 😀', list: [1, { deep: true }] } }),
      attempt: 1,
      putAtMs: expect.any(Number),
    })
    expect(Object.isFrozen(seen[1]?.payload)).toBe(true)
    expect(await queue().put(item('1'))).toBe(false)
    await working.stop()
    expect(await queue().get({ queue: 'q', id: '1' })).toMatchObject({ status: 'done', attempt: 1 })
  })

  test('accepts an id once: while it waits, while it is claimed and after it was done', async () => {
    expect(await queue().put(item('1'))).toBe(true)
    expect(await queue().put(item('1', { lane: 'b' }))).toBe(false)
    const during = gate()
    const end = gate()
    const working = startWork(queue(), async () => {
      during.open()
      await end.promise
    })
    await during.promise
    expect(await queue().put(item('1'))).toBe(false)
    end.open()
    await working.stop()
    expect(await queue().put(item('1'))).toBe(false)
    expect(await queue().list()).toEqual([])
  })

  test('accepts one of several concurrent puts of an id', async () => {
    const puts = await Promise.all(Array.from({ length: 20 }, (_, lane) => queue().put(item('1', { lane: `${lane}` }))))
    expect(puts.filter(Boolean)).toHaveLength(1)
    expect(await queue().list({ queue: 'q' })).toHaveLength(1)
  })

  test('forgets the id of a done item after the retention time', async () => {
    await queue().put(item('1'))
    await workOff(queue(), 1)
    await startWork(queue(), async () => undefined).stop()
    expect(await queue().put(item('1'))).toBe(false)
    // A worker forgets items older than the retention when it starts.
    const working = startWork(queue(), async () => undefined, { retentionMs: -1000 })
    await expect.poll(() => queue().get({ queue: 'q', id: '1' }), patient).toBeUndefined()
    await working.stop()
    expect(await queue().put(item('1'))).toBe(true)
  })
}
