import type { SessionStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { everyShape } from '../every-shape.js'
import { atMs, modelCall, session, usage, user } from './fixtures.js'

export function describeDurability(first: () => SessionStore, reopen: () => Promise<SessionStore>): void {
  test('shows the next process everything whose promise resolved', async () => {
    const store = first()
    await store.sessions.create(session('a', { title: 'kept' }))
    const record = await store.sessions.update('a', { contextState: { summaries: 2 } })
    const stored = await store.messages.append(
      'a',
      Object.values(everyShape).map((message) => ({ message, timestampMs: atMs })),
      { calls: [modelCall(usage(7))] },
    )
    await store.sessions.create(session('b'))
    await store.sessions.delete('b')

    await using next = await reopen()

    expect(await next.messages.load('a')).toEqual(stored)
    expect(await next.sessions.get('b')).toBeUndefined()
    expect(await next.sessions.get('a')).toEqual({
      ...record,
      lastActivityAtMs: atMs,
      messageCount: stored.length,
      toolCallCount: 2,
      apiCallCount: 1,
      usage: usage(7),
    })
    const [later] = await next.messages.append('a', [user('and on')])
    expect(later?.id).toBeGreaterThan(Math.max(...stored.map(({ id }) => id)))
  })
}
