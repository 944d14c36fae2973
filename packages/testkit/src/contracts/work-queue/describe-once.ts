import type { SessionStore } from '@hermes/core'
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
