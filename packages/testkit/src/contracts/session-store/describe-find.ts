import type { SessionStore } from '@hermes/core'
import type { SessionQuery } from '@hermes/core/sessions'
import { expect, test } from 'vitest'
import { session, user } from './fixtures.js'

export function describeFind(store: () => SessionStore): void {
  const found = async (query?: SessionQuery) => (await store().sessions.find(query)).map(({ id }) => id)

  test('sorts by newest activity, not by creation', async () => {
    for (const [id, startedAtMs] of [
      ['a', 1000],
      ['c', 3000],
      ['b', 2000],
    ] as const) {
      await store().sessions.create(session(id, { startedAtMs }))
    }
    expect(await found()).toEqual(['c', 'b', 'a'])
    await store().messages.append('a', [user('again', 4000)])
    expect(await found()).toEqual(['a', 'c', 'b'])
    expect(await found({ limit: 2 })).toEqual(['a', 'c'])
    expect(await found({ limit: 0 })).toEqual([])
  })

  test('returns summaries without large fields', async () => {
    const large = { notes: { a: 1 }, systemPrompt: 'long' }
    const record = await store().sessions.create(session('a', { title: 'Fix', ...large }))
    await store().sessions.update('a', { contextState: { b: 2 } })
    const { notes: _, systemPrompt: __, ...summary } = record
    expect(await store().sessions.find()).toEqual([summary])
  })

  test('filters archived sessions', async () => {
    await store().sessions.create(session('a', { startedAtMs: 1 }))
    await store().sessions.create(session('b', { startedAtMs: 2 }))
    expect(await store().sessions.update('a', { archived: true })).toMatchObject({ archived: true })
    expect(await found({ archived: true })).toEqual(['a'])
    expect(await found({ archived: false })).toEqual(['b'])
    expect(await found()).toEqual(['b', 'a'])
    await store().sessions.update('a', { archived: false })
    expect(await found({ archived: true })).toEqual([])
  })

  test('treats an id prefix literally', async () => {
    for (const id of ['ab%c', 'abxc', 'a_bc', 'axbc', 'AB']) await store().sessions.create(session(id))
    expect(await found({ idPrefix: 'ab%' })).toEqual(['ab%c'])
    expect(await found({ idPrefix: 'a_' })).toEqual(['a_bc'])
    expect((await found({ idPrefix: 'ab' })).sort()).toEqual(['ab%c', 'abxc'])
    expect(await found({ idPrefix: 'abxc' })).toEqual(['abxc'])
    expect(await found({ idPrefix: '' })).toHaveLength(5)
    expect(await found({ idPrefix: '%' })).toEqual([])
  })

  test('finds by title and by source, exactly', async () => {
    await store().sessions.create(session('a', { title: 'Fix', source: 'cli' }))
    await store().sessions.create(session('b', { title: 'Fix it', source: 'telegram' }))
    expect(await found({ title: 'Fix' })).toEqual(['a'])
    expect(await found({ source: 'telegram' })).toEqual(['b'])
    expect(await found({ title: 'fi' })).toEqual([])
  })

  test('finds children of one session, and sessions without a parent', async () => {
    await store().sessions.create(session('root'))
    await store().sessions.create(session('child', { parentSessionId: 'root' }))
    await store().sessions.create(session('grandchild', { parentSessionId: 'child' }))
    expect(await found({ parentSessionId: 'root' })).toEqual(['child'])
    expect(await found({ parentSessionId: null })).toEqual(['root'])
  })

  test('requires all given conditions', async () => {
    await store().sessions.create(session('x1', { source: 'cli', startedAtMs: 1000 }))
    await store().sessions.create(session('x2', { source: 'cron', startedAtMs: 2000 }))
    await store().sessions.create(session('x3', { source: 'cli', startedAtMs: 3000, parentSessionId: 'x1' }))
    await store().sessions.create(session('y1', { source: 'cli', startedAtMs: 4000 }))
    expect(await found({ idPrefix: 'x', source: 'cli' })).toEqual(['x3', 'x1'])
    expect(await found({ idPrefix: 'x', source: 'cli', limit: 1 })).toEqual(['x3'])
    expect(await found({ idPrefix: 'x', source: 'cli', parentSessionId: null })).toEqual(['x1'])
  })
}
