import { sessionUsage, subagentTask } from '@hermes/conversations/stored'
import { createMemoryStore, noUsage, type Usage } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { expect, test } from 'vitest'
import { toTasksJson, usageLine, usageTable } from './render-usage.js'

const edition = { source: 'models.dev', version: '2026-07-02' }

function costing(microUsd: number): Usage {
  return { ...noUsage, inputTokens: 1000, outputTokens: 10, cost: { status: 'estimated', microUsd, ...edition } }
}

/** Adds a conversation that was compressed once, with side tasks in both sessions. */
async function conversation() {
  const store = createMemoryStore()
  await store.sessions.create({ id: 'a', source: 'cli', startedAtMs: 1 })
  const turn = { task: turnTask, provider: 'openrouter', model: 'lab/large', atMs: 1 }
  const title = { task: 'title_generation', provider: 'openrouter', model: 'lab/small', atMs: 1 }
  await store.messages.append('a', [], { calls: [{ ...turn, usage: costing(10_000) }] })
  await store.usage?.add('a', { ...title, usage: costing(100) })
  await store.sessions.split('a', {
    id: 'b',
    messages: [{ message: { role: 'user', content: 'and?' }, timestampMs: 2 }],
    atMs: 2,
  })
  await store.messages.append('b', [], { calls: [{ ...turn, atMs: 7_200_000, usage: costing(20_000) }] })
  await store.usage?.add('b', { ...title, usage: { ...costing(0), cost: { status: 'unknown' } } })
  const record = await store.sessions.get('a')
  if (!record) throw new Error('no session')
  return { store, record }
}

test('adds the usage of all sessions of a conversation, including side tasks', async () => {
  const { store, record } = await conversation()
  const used = await sessionUsage(store, record)
  expect(used).toMatchObject({
    apiCallCount: 4,
    usage: { inputTokens: 4000, outputTokens: 40, cost: { status: 'partial', microUsd: 30_100 } },
    accounts: [
      { task: turnTask, apiCallCount: 2, usage: { inputTokens: 2000, cost: { microUsd: 30_000 } } },
      { task: 'title_generation', apiCallCount: 2, usage: { inputTokens: 2000, cost: { microUsd: 100 } } },
    ],
  })
  expect(usageLine(used)).toBe('4 calls · 4.0k tokens in, 40 out · at least $0.0301 (not every price is known)')
  expect(usageTable(used)).toBe(
    [
      '  Calls             4',
      '  Tokens            4.0k tokens in, 40 out',
      '  Cost              at least $0.0301 (not every price is known) · prices of models.dev, 2026-07-02',
      '  conversation      of it 2 calls · 2.0k tokens in, 20 out · about $0.0300 · lab/large',
      '  title generation  of it 2 calls · 2.0k tokens in, 20 out · at least $0.0001 (not every price is known) · lab/small',
      '',
    ].join('\n'),
  )
  expect(toTasksJson(used)).toEqual([
    expect.objectContaining({ task: turnTask, model: 'lab/large', api_call_count: 2 }),
    expect.objectContaining({ task: 'title_generation', api_call_count: 2, estimated_cost_usd: 0.0001 }),
  ])
})

test('counts the sub-agents of every part of a conversation, at any depth, but no branches', async () => {
  const { store } = await conversation()
  const child = async (id: string, parentSessionId: string, link: 'delegate' | 'branch') => {
    await store.sessions.create({
      id,
      source: link === 'delegate' ? 'delegate' : 'cli',
      parentSessionId,
      link,
      startedAtMs: 3,
    })
    const call = { task: turnTask, provider: 'openrouter', model: 'lab/large', atMs: 3, usage: costing(1_000) }
    await store.messages.append(id, [], { calls: [call] })
  }
  await child('helper', 'a', 'delegate')
  await child('helper of b', 'b', 'delegate')
  await child('helper of the helper', 'helper', 'delegate')
  await store.sessions.split('helper', {
    id: 'helper, continued',
    messages: [{ message: { role: 'user', content: 'go on' }, timestampMs: 4 }],
    atMs: 4,
  })
  await child('helper of the continuation', 'helper, continued', 'delegate')
  await child('branch', 'a', 'branch')
  await child('helper of the branch', 'branch', 'delegate')
  for (const id of ['a', 'b']) {
    const record = await store.sessions.get(id)
    if (!record) throw new Error('no session')
    const used = await sessionUsage(store, record)
    expect(used).toMatchObject({ apiCallCount: 8, usage: { cost: { microUsd: 34_100 } } })
    expect(used.accounts.map(({ task, apiCallCount }) => [task, apiCallCount])).toEqual([
      [turnTask, 2],
      [subagentTask, 4],
      ['title_generation', 2],
    ])
    expect(usageTable(used)).toContain('  sub-agents        of it 4 calls')
  }
})

test('shows that a session without calls has no cost', async () => {
  const store = createMemoryStore()
  const record = await store.sessions.create({ id: 'a', source: 'cli', startedAtMs: 1 })
  expect(usageTable(await sessionUsage(store, record))).toContain('nothing yet')
  const usage = { ...noUsage, inputTokens: 5 }
  await store.messages.append('a', [], { calls: [{ task: turnTask, provider: 'p', model: 'm', atMs: 1, usage }] })
  const used = (await store.sessions.get('a')) ?? record
  expect(usageTable(await sessionUsage(store, used))).toMatch(/Cost +unknown/)
})
