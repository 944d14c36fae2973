import { addUsage, type SessionStore } from '@hermes/core'
import { type ModelCall, turnTask, type UsageLog } from '@hermes/core/sessions'
import { beforeEach, expect, test } from 'vitest'
import { atHour, costing, expectStoreError, modelCall, session, usage, user } from './fixtures.js'

export function describeUsage(store: () => SessionStore): void {
  const log = (): UsageLog => {
    const { usage } = store()
    if (!usage) throw new Error('A store must keep the usage of model calls, or declare that it does not.')
    return usage
  }
  const title: Partial<ModelCall> = { task: 'title_generation', provider: 'openrouter', model: 'lab/small' }
  const account = (call: ModelCall, more: object = {}) => {
    const { atMs, ...rest } = call
    return { sessionId: 's', ...rest, hourMs: Math.floor(atMs / 3_600_000) * 3_600_000, apiCallCount: 1, ...more }
  }

  beforeEach(async () => {
    await store().sessions.create(session('s'))
    await store().sessions.create(session('t'))
  })

  test('keeps an account for each session, hour, task, provider and model', async () => {
    const calls = [
      modelCall(usage(1), title),
      modelCall(usage(2), { ...title, atMs: atHour(0) + 3_599_999 }),
      modelCall(usage(4), { ...title, atMs: atHour(1) }),
      modelCall(usage(8), { ...title, model: 'lab/other' }),
      modelCall(usage(16), { ...title, provider: 'zebra' }),
      modelCall(usage(32), { ...title, task: 'compression' }),
    ] as const
    for (const call of calls) await log().add('s', call)
    await log().add('t', modelCall(usage(64), title))
    const [first, , later, model, provider, task] = calls
    expect(await log().accounts({ sessionId: 's' })).toEqual([
      account(task),
      account(model),
      account(first, { usage: usage(3), apiCallCount: 2 }),
      account(provider),
      account(later),
    ])
    expect(await log().accounts({ sessionId: 't' })).toEqual([account(modelCall(usage(64), title), { sessionId: 't' })])
    expect(await log().accounts({ sessionId: 'nobody' })).toEqual([])
    expect(await log().accounts()).toHaveLength(6)
  })

  test('filters accounts by time', async () => {
    for (const hour of [0, 1, 2, 3]) await log().add('s', modelCall(usage(1), { atMs: atHour(hour) + 60_000 }))
    const hours = async (query: { sinceMs?: number; untilMs?: number }) =>
      (await log().accounts(query)).map(({ hourMs }) => (hourMs - atHour(0)) / 3_600_000)
    expect(await hours({ sinceMs: atHour(1) + 120_000 })).toEqual([1, 2, 3])
    expect(await hours({ untilMs: atHour(2) })).toEqual([0, 1, 2])
    expect(await hours({ sinceMs: atHour(1), untilMs: atHour(3) - 1 })).toEqual([1, 2])
  })

  test('counts the calls of an append with its messages', async () => {
    const calls = [modelCall(costing(30)), modelCall(costing(12), { provider: 'spare', model: 'lab/spare' })]
    await store().messages.append('s', [user('hi')], { calls })
    expect(await log().accounts({ sessionId: 's' })).toEqual(calls.map((call) => account(call)))
    expect((await store().sessions.get('s'))?.usage).toEqual(addUsage(costing(30), costing(12)))
  })

  test("counts a call with its cost in the session's own counters", async () => {
    await store().messages.append('s', [], { calls: [modelCall(costing(30))] })
    await log().add('s', modelCall(costing(12), title))
    const record = await store().sessions.get('s')
    expect(record).toMatchObject({ apiCallCount: 2, messageCount: 0, usage: addUsage(costing(30), costing(12)) })
    const [own, side] = (await log().accounts({ sessionId: 's' })).toSorted((left) => (left.task === turnTask ? -1 : 1))
    expect([own?.usage, side?.usage]).toEqual([costing(30), costing(12)])
  })

  test('marks an account as partial when some costs are unknown', async () => {
    await log().add('s', modelCall(costing(30), title))
    await log().add('s', modelCall(usage(1), title))
    expect((await log().accounts({ sessionId: 's' }))[0]?.usage.cost).toMatchObject({ status: 'partial', microUsd: 30 })
  })

  test('rejects usage of an unknown session', async () => {
    await expectStoreError(log().add('nobody', modelCall(usage(1), title)), 'not-found')
    await store().sessions.create(session('nobody'))
    expect(await log().accounts({ sessionId: 'nobody' })).toEqual([])
  })

  test('is deleted with its session', async () => {
    await log().add('s', modelCall(usage(1), title))
    await store().sessions.delete('s')
    await store().sessions.create(session('s'))
    expect(await log().accounts({ sessionId: 's' })).toEqual([])
  })
}
