import {
  type Agent,
  type AgentEvent,
  type ContextEngine,
  createAgent,
  type Run,
  type Tool,
  TransportError,
  textOf,
} from '@hermes/core'
import { call, fail, hang, scripted, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { describe, expect, test } from 'vitest'
import { createEffectsAgent, historyOf } from './effects-agent.js'

const cut = { reason: 'length' } as const
const oneDelta = { pace: { pieceSize: 100_000 } } as const
const stuck = text('three '.repeat(9_000), { pace: { pieceSize: 500 } })

/** Renders a run like a surface. */
async function show(run: Run, see: (event: AgentEvent) => void = () => undefined) {
  let shown = ''
  for await (const event of run) {
    if (event.type === 'text-delta') shown += event.text
    if (event.type === 'restart') shown = ''
    see(event)
  }
  return { ...(await run.result), shown }
}

describe('an answer in parts', () => {
  test('starts over completely when a later part is unusable', async () => {
    const { agent } = createEffectsAgent([text('One, two, th', cut), stuck, text('One, two, three.')])
    const { finalResponse, shown } = await show(agent.run('go'))
    expect([finalResponse, shown]).toEqual(['One, two, three.', 'One, two, three.'])
  })

  test('starts over completely when the conversation was compressed in between', async () => {
    const contextEngine: ContextEngine = {
      id: 'all',
      shouldCompress: () => false,
      compress: async ({ messages, state }) => ({
        status: 'compressed',
        messages,
        state,
        tokensBefore: 2,
        tokensAfter: 1,
      }),
    }
    const tooLong = fail(new TransportError('context-overflow', 'Too long.'))
    const { agent } = createEffectsAgent([text('One, two, th', cut), tooLong, text('One, two, three.')], {
      contextEngine,
    })
    const { finalResponse, shown } = await show(agent.run('go'))
    expect([finalResponse, shown]).toEqual(['One, two, three.', 'One, two, three.'])
  })

  test('remains one answer when it ends with an announcement', async () => {
    const { agent } = createEffectsAgent([
      text('One, two, th', cut),
      text("ree. I'll look at the rest now."),
      text('Four.'),
    ])
    expect((await agent.run('go').result).finalResponse).toBe("One, two, three. I'll look at the rest now.\n\nFour.")
  })

  test.each([
    ['within a later part', [hang(text('ree, fo', oneDelta))], 'One, two, three, fo', /fo$/],
    ['before a later part', [hang()], 'One, two, th', /th$/],
  ])('is kept completely when it is redirected %s', async (_, rest, expected, moment) => {
    const { agent, memory } = createEffectsAgent([text('One, two, th', { ...cut, ...oneDelta }), ...rest])
    const run = agent.run('go', { sessionId: 's' })
    await show(run, (event) => {
      if (event.type === 'text-delta' && moment.test(event.text)) run.interrupt('shorter', { keepPartial: true })
    })
    expect(textOf((await historyOf(memory))[1]?.content ?? null)).toBe(expected)
  })
})

test('remembers within a turn that there was nothing to compress', async () => {
  const states: unknown[] = []
  const contextEngine: ContextEngine = {
    id: 'once',
    shouldCompress({ state }) {
      states.push(state)
      return !state.isCooling
    },
    compress: async () => ({ status: 'skipped', reason: 'Nothing to save.', state: { isCooling: true } }),
  }
  const { agent } = createEffectsAgent([call('look'), text('done')], { contextEngine })
  await agent.run('go').result
  expect(states).toEqual([{}, { isCooling: true }])
})

test('counts the same model calls in the session and the turn', async () => {
  const { agent, memory } = createEffectsAgent([call('look'), call('look'), text('Summed up.')], {
    budget: { maxIterations: 1 },
  })
  const { usage } = await agent.run('go', { sessionId: 's' }).result
  expect(usage.inputTokens).toBe(60)
  expect((await memory.sessions.get('s'))?.usage).toEqual(usage)
})

test('spends nothing more in children when the budget is used up', async () => {
  const transport = scripted(
    Array.from(
      { length: 9 },
      () =>
        ({ tools }) =>
          tools.length ? call('hire') : text('Summed up.'),
    ),
  )
  const hire: Tool = {
    name: 'hire',
    effect: 'once',
    description: 'hire.',
    toolset: 'test',
    parameters: { type: 'object' },
    concurrency: 'safe',
    async run(_, { run }) {
      const hired = [1, 2, 3].map(() => agent.run('help', { ...(run && { parent: run }) }).result)
      return (await Promise.all(hired)).map(({ outcome }) => outcome.status).join()
    },
  }
  const agent: Agent = createAgent({
    transport,
    model: { id: 'm' },
    tools: createToolExecutor({ registry: createToolRegistry([hire]) }),
    budget: { maxIterations: 1 },
  })
  const { messages } = await agent.run('go').result
  expect(textOf(messages[2]?.content ?? null)).toBe('exhausted,exhausted,exhausted')
  // One within the budget, and the two final ones of a turn.
  expect(transport.requests).toHaveLength(3)
})
