import { addUsage, type SessionStore, type SideUsageLog } from '@hermes/core'
import { beforeEach, expect, test } from 'vitest'
import { costing, expectStoreError, session, usage } from './fixtures.js'

export function describeSideUsage(store: () => SessionStore): void {
  const log = (): SideUsageLog => {
    const { sideUsage } = store()
    if (!sideUsage) throw new Error('A store has to keep what side tasks use, or to declare that it does not.')
    return sideUsage
  }
  const title = { task: 'title_generation', provider: 'openrouter', model: 'lab/small' }
  const summary = { task: 'compression', provider: 'openrouter', model: 'lab/small' }

  beforeEach(async () => {
    await store().sessions.create(session('s'))
    await store().sessions.create(session('t'))
  })

  test('keeps an account for each task, provider and model of a session', async () => {
    await log().add('s', { ...title, usage: usage(1) })
    await log().add('s', { ...title, usage: usage(2) })
    await log().add('s', { ...title, model: 'lab/other', usage: usage(3) })
    await log().add('s', { ...summary, usage: usage(4) })
    await log().add('t', { ...title, usage: usage(5) })
    expect(await log().load('s')).toEqual([
      { ...summary, apiCallCount: 1, usage: usage(4) },
      { ...title, model: 'lab/other', apiCallCount: 1, usage: usage(3) },
      { ...title, apiCallCount: 2, usage: usage(3) },
    ])
    expect(await log().load('t')).toEqual([{ ...title, apiCallCount: 1, usage: usage(5) }])
    expect(await log().load('nobody')).toEqual([])
  })

  test("counts them in the session's own counters, with what they cost", async () => {
    await store().messages.append('s', [], costing(30))
    await log().add('s', { ...title, usage: costing(12) })
    const record = await store().sessions.get('s')
    expect(record).toMatchObject({ apiCallCount: 2, messageCount: 0, usage: addUsage(costing(30), costing(12)) })
    expect((await log().load('s'))[0]?.usage).toEqual(costing(12))
  })

  test('takes none for an unknown session', async () => {
    await expectStoreError(log().add('nobody', { ...title, usage: usage(1) }), 'not-found')
    await store().sessions.create(session('nobody'))
    expect(await log().load('nobody')).toEqual([])
  })

  test('goes with its session', async () => {
    await log().add('s', { ...title, usage: usage(1) })
    await store().sessions.delete('s')
    await store().sessions.create(session('s'))
    expect(await log().load('s')).toEqual([])
  })
}
