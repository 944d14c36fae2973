import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import type { AgentOptions } from '../contracts/agent/agent.js'
import type { ModelRequest } from '../contracts/model/model-request.js'
import { noUsage } from '../contracts/model/usage.js'
import type { ExecuteContext } from '../contracts/tools/tool.js'
import type { RunContext } from '../contracts/turn/run-context.js'
import { createMemoryStore } from '../session/memory-store.js'
import { budgetNotice } from './budget-notice.js'
import { createBudget } from './create-budget.js'

const none = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }

describe('a budget', () => {
  test.each([
    [{ ...none, iterations: 10 }, 7, '[BUDGET: Iteration 7/10. 3 iterations left. Start consolidating your work.]'],
    [
      { ...none, iterations: 10 },
      9,
      '[BUDGET WARNING: Iteration 9/10. Only 1 iteration(s) left. Provide your final response NOW.]',
    ],
    [
      { ...none, tokens: 10_000 },
      7,
      '[BUDGET: 7,000 of 10,000 tokens used. 3,000 tokens left. Start consolidating your work.]',
    ],
    [
      { ...none, durationMs: 100_000 },
      9,
      '[BUDGET WARNING: 90 of 100 seconds used. Only 10 seconds left. Provide your final response NOW.]',
    ],
    [{ ...none, costUsd: 1 }, 8, '[BUDGET: $0.80 of $1.00 spent. $0.20 left. Start consolidating your work.]'],
  ])('of %o reports what is left after %i calls', (limits, calls, expected) => {
    let now = 0
    const budget = createBudget(limits, () => now)
    const cost = { status: 'estimated', microUsd: 100_000, source: 'config', version: '1' } as const
    for (let made = 0; made < calls; made++) {
      expect(budget.take()).toBe(true)
      budget.count({ ...noUsage, inputTokens: 600, cacheReadTokens: 300, outputTokens: 100, cost })
      now += 10_000
    }
    expect(budgetNotice(budget)?.text).toBe(expected)
  })

  test('reports the limit that is closest', () => {
    const budget = createBudget({ ...none, iterations: 100, tokens: 1_000 }, () => 0)
    budget.take()
    budget.count({ ...noUsage, inputTokens: 950 })
    expect(budgetNotice(budget)).toMatchObject({ level: 'warning', limit: 'tokens' })
  })

  test.each([1, 3, 10])('in US dollars is kept by %i agents that share it, including their summaries', (agents) => {
    const budget = createBudget({ ...none, costUsd: 1 }, () => 0)
    const cost = { status: 'estimated', microUsd: 9_000, source: 'config', version: '1' } as const
    const call = () => budget.count({ ...noUsage, cost })
    for (let going = agents; going > 0; ) {
      const taken = Array.from({ length: going }, () => budget.take())
      // Each agent that was stopped makes a summary.
      for (const _ of taken) call()
      going = taken.filter(Boolean).length
    }
    expect(budget.spent.costUsd).toBeGreaterThan(0.8)
    expect(budget.spent.costUsd).toBeLessThanOrEqual(1.05)
  })

  test('without limits never runs out and gives no notice', () => {
    const budget = createBudget(none, () => 1e9)
    for (let made = 0; made < 1_000; made++) expect(budget.take()).toBe(true)
    expect([budgetNotice(budget), budget.exhausted()]).toEqual([undefined, undefined])
  })

  test('returns iterations, but never more than were taken', () => {
    const budget = createBudget({ ...none, iterations: 1 }, () => 0)
    budget.refund()
    expect([budget.take(), budget.take()]).toEqual([true, false])
    budget.refund()
    expect(budget.take()).toBe(true)
  })
})

describe('in a turn', () => {
  /** Creates a model that reads page after page until it is asked for a summary. Each call takes a second. */
  function endless(options: Partial<AgentOptions> = {}) {
    let page = 0
    const reply = ({ messages, tools }: ModelRequest) => {
      page += 1
      const isTold = tools.length === 0 || JSON.stringify(messages.at(-1)).includes('EXHAUSTED')
      return isTold ? text('Summed up.') : call('read', { page }, { usage: { inputTokens: 900, outputTokens: 100 } })
    }
    return createAgent({
      transport: scripted(Array.from({ length: 50 }, () => reply)),
      model: { id: 'm' },
      tools: fakeTools({ read: (args) => `page ${args.page}` }),
      services: { monotonic: () => page * 1_000 },
      ...options,
    })
  }

  test.each([
    [{ maxTokens: 5_000 }, 'tokens', 4],
    [{ maxIterations: 3 }, 'iterations', 3],
    [{ maxDurationMs: 2_000 }, 'durationMs', 2],
  ] as const)('of %o ends it with a summary', async (budget, limit, calls) => {
    const run = endless({ budget: { maxIterations: 0, ...budget } }).run('go')
    const levels = []
    for await (const event of run) if (event.type === 'budget') levels.push(event.level)
    const { outcome, iterations } = await run.result
    expect(outcome).toEqual({ status: 'exhausted', text: 'Summed up.', limit })
    expect(iterations).toBe(calls + 1)
    expect(levels.at(-1)).toBe('exhausted')
  })

  test('is shared with child runs, whose sessions are children', async () => {
    const store = createMemoryStore()
    const budget = createBudget({ ...none, iterations: 6 }, () => 0)
    await store.sessions.create({ id: 'parent', source: 'cli', startedAtMs: 0 })
    const parent = { sessionId: 'parent', rootSessionId: 'root', depth: 1, budget, emit: () => undefined }
    const children = ['a', 'b'].map((sessionId) => endless({ store }).run('help', { sessionId, parent }).result)
    for (const { outcome } of await Promise.all(children)) expect(outcome.status).toBe('exhausted')
    expect(budget.spent.iterations).toBe(6)
    for (const id of ['a', 'b']) expect(await store.sessions.get(id)).toMatchObject({ parentSessionId: 'parent' })
  })

  test('is passed to tools with the run that called them', async () => {
    const runs: (RunContext | undefined)[] = []
    const look = (_: unknown, { run }: ExecuteContext) => String(runs.push(run))
    const agent = createAgent({
      transport: scripted([call('look'), text('done'), call('look'), text('done')]),
      model: { id: 'm' },
      tools: fakeTools({ look }),
    })
    await agent.run('go', { sessionId: 'top' }).result
    const [parent] = runs
    await agent.run('help', { sessionId: 'child', ...(parent && { parent }) }).result
    expect(runs).toMatchObject([
      { sessionId: 'top', rootSessionId: 'top', depth: 0, budget: { spent: { iterations: 4 } } },
      { sessionId: 'child', rootSessionId: 'top', depth: 1 },
    ])
    expect(runs[1]?.budget).toBe(parent?.budget)
  })
})
