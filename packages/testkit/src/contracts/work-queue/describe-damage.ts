import type { SessionStore } from '@hermes/core'
import type { WorkItemRef } from '@hermes/core/queue'
import { expect, test } from 'vitest'
import { patient } from '../time-limits.js'
import { item, queueOf, startWork, workOff } from './fixtures.js'

export function describeDamage(store: () => SessionStore, damage: (ref: WorkItemRef) => Promise<void>): void {
  const queue = () => queueOf(store())
  const ref = { queue: 'q', id: '1' }

  test('gives a damaged item up, and continues its lane', async () => {
    for (const id of ['1', '2', '3']) await queue().put(item(id))
    await damage(ref)
    expect(await workOff(queue(), 2)).toEqual(['2', '3'])
    expect(await queue().list({ status: 'dead' })).toMatchObject([
      { ...ref, lane: 'a', payload: null, isDamaged: true, attempt: 0, error: expect.stringContaining('q/1') },
    ])
  })

  test('gives up an item that was damaged between two attempts', async () => {
    for (const id of ['1', '2']) await queue().put(item(id))
    const seen: string[] = []
    const working = startWork(queue(), async ({ id, attempt }) => {
      seen.push(`${id}.${attempt}`)
      if (id !== '1') return
      await damage(ref)
      throw new Error('not yet')
    })
    await expect.poll(() => seen, patient).toEqual(['1.1', '2.1'])
    await working.stop()
    expect(await queue().get(ref)).toMatchObject({ status: 'dead', isDamaged: true, attempt: 1 })
  })

  test('lists a damaged item among the others, and removes it', async () => {
    for (const id of ['1', '2']) await queue().put(item(id))
    await damage(ref)
    expect(await queue().list()).toMatchObject([
      { ...ref, status: 'waiting', isDamaged: true, payload: null },
      { id: '2', status: 'waiting', payload: { id: '2' } },
    ])
    expect(await queue().remove(ref)).toBe(true)
    expect(await workOff(queue(), 1)).toEqual(['2'])
    expect(await queue().put(item('1'))).toBe(true)
  })
}
