import { noUsage, type SessionStore, type Usage } from '@hermes/core'
import { beforeEach, expect, test } from 'vitest'
import { everyShape } from '../every-shape.js'
import { costing, expectStoreError, modelCall, session, usage, user } from './fixtures.js'

export function describeCounters(store: () => SessionStore): void {
  beforeEach(async () => {
    await store().sessions.create(session('s', { startedAtMs: 1000 }))
  })

  test('counts messages and tool calls, and tracks the newest activity', async () => {
    await store().messages.append('s', [user('hi', 2000)])
    await store().messages.append('s', [
      { message: everyShape['parallel tool calls'], timestampMs: 4000 },
      { message: everyShape['a tool result'], timestampMs: 3000 },
    ])
    await store().messages.append('s', [user('imported', 1500)])
    expect(await store().sessions.get('s')).toMatchObject({
      messageCount: 4,
      toolCallCount: 2,
      apiCallCount: 0,
      lastActivityAtMs: 4000,
    })
  })

  test('adds the usage of model calls, including calls without a message', async () => {
    await store().messages.append('s', [user('hi')])
    await store().messages.append('s', [{ message: everyShape['an answer'], timestampMs: 3000 }], {
      calls: [modelCall(usage(10))],
    })
    await store().messages.append('s', [], { calls: [modelCall(usage(1))] })
    expect(await store().sessions.get('s')).toMatchObject({ messageCount: 2, apiCallCount: 2, usage: usage(11) })
  })

  test('adds the cost of calls, and marks it as partial when some are unknown', async () => {
    const costAfter = async (given: Usage) => {
      await store().messages.append('s', [], { calls: [modelCall(given)] })
      return (await store().sessions.get('s'))?.usage.cost
    }
    expect(await costAfter(costing(100_000))).toEqual(costing(100_000).cost)
    expect(await costAfter(costing(200_000, '2026-11-21'))).toEqual(costing(300_000, '2026-11-21').cost)
    expect(await costAfter(noUsage)).toMatchObject({ status: 'estimated' })
    expect(await costAfter({ ...noUsage, cost: { status: 'unknown' } })).toMatchObject({
      status: 'partial',
      microUsd: 300_000,
    })
    expect(await costAfter(costing(1))).toMatchObject({ status: 'partial', microUsd: 300_001 })
  })

  test('treats a call without a price as unknown cost next to priced calls', async () => {
    await store().messages.append('s', [], { calls: [modelCall(usage(1))] })
    expect((await store().sessions.get('s'))?.usage).not.toHaveProperty('cost')
    await store().messages.append('s', [], { calls: [modelCall({ ...usage(1), cost: { status: 'unknown' } })] })
    expect((await store().sessions.get('s'))?.usage.cost).toEqual({ status: 'unknown' })
    await store().messages.append('s', [], { calls: [modelCall(costing(5))] })
    expect((await store().sessions.get('s'))?.usage.cost).toEqual({ ...costing(5).cost, status: 'partial' })
  })

  test('counts nothing for a failed append', async () => {
    const before = await store().sessions.get('s')
    await expectStoreError(
      store().messages.append('nobody', [user('x')], { calls: [modelCall(usage(5))] }),
      'not-found',
    )
    expect(await store().sessions.get('s')).toEqual(before)
    expect(await store().sessions.find()).toHaveLength(1)
  })
}
