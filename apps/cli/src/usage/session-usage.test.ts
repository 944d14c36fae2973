import { createMemoryStore, noUsage, type Usage } from '@hermes/core'
import { expect, test } from 'vitest'
import { toSideUsageJson, usageLine, usageTable } from './render-usage.js'
import { sessionUsage } from './session-usage.js'

const edition = { source: 'models.dev', version: '2026-07-02' }

function costing(microUsd: number): Usage {
  return { ...noUsage, inputTokens: 1000, outputTokens: 10, cost: { status: 'estimated', microUsd, ...edition } }
}

/** A conversation that was compressed once, with side tasks in both of its sessions. */
async function conversation() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'a', source: 'cli', startedAtMs: 1 })
  await store.messages.append('a', [], costing(10_000))
  const title = { task: 'title_generation', provider: 'openrouter', model: 'lab/small' }
  await store.sideUsage?.add('a', { ...title, usage: costing(100) })
  await store.sessions.update('a', { endReason: 'compression', endedAtMs: 2 })
  const modelConfig = { continues: 'compression' }
  await store.sessions.create({ id: 'b', source: 'cli', startedAtMs: 2, parentSessionId: 'a', modelConfig })
  await store.messages.append('b', [], costing(20_000))
  await store.sideUsage?.add('b', { ...title, usage: { ...costing(0), cost: { status: 'unknown' } } })
  const record = await store.sessions.get('a')
  if (!record) throw new Error('no session')
  return { store, record }
}

test('a conversation used what all of its sessions used, side tasks included', async () => {
  const { store, record } = await conversation()
  const used = await sessionUsage(store, record)
  expect(used).toMatchObject({
    apiCallCount: 4,
    usage: { inputTokens: 4000, outputTokens: 40, cost: { status: 'partial', microUsd: 30_100 } },
    side: [{ task: 'title_generation', apiCallCount: 2, usage: { inputTokens: 2000, cost: { microUsd: 100 } } }],
  })
  expect(usageLine(used)).toBe('4 calls · 4.0k tokens in, 40 out · at least $0.0301 (not every price is known)')
  expect(usageTable(used)).toBe(
    [
      '  Calls             4',
      '  Tokens            4.0k tokens in, 40 out',
      '  Cost              at least $0.0301 (not every price is known) · prices of models.dev, 2026-07-02',
      '  title generation  of it 2 calls · 2.0k tokens in, 20 out · at least $0.0001 (not every price is known) · lab/small',
      '',
    ].join('\n'),
  )
  expect(toSideUsageJson(used)).toEqual([
    expect.objectContaining({ task: 'title_generation', api_call_count: 2, estimated_cost_usd: 0.0001 }),
  ])
})

test('a session without calls has no cost, and says so', async () => {
  const store = createMemoryStore()
  const record = await store.sessions.create({ id: 'a', source: 'cli', startedAtMs: 1 })
  expect(usageTable(await sessionUsage(store, record))).toContain('nothing yet')
  await store.messages.append('a', [], { ...noUsage, inputTokens: 5 })
  const used = (await store.sessions.get('a')) ?? record
  expect(usageTable(await sessionUsage(store, used))).toMatch(/Cost +unknown/)
})
