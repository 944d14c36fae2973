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

/** Reads a run as a surface shows it. */
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
  test('begins anew as a whole when a later part is of no use', async () => {
    const { agent } = createEffectsAgent([text('One, two, th', cut), stuck, text('One, two, three.')])
    const { finalResponse, shown } = await show(agent.run('go'))
    expect([finalResponse, shown]).toEqual(['One, two, three.', 'One, two, three.'])
  })

  test('begins anew as a whole when the conversation had to be compressed in between', async () => {
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

  test('that ends with an announcement is still one answer', async () => {
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
  ])('is kept whole when it is redirected %s', async (_, rest, expected, moment) => {
    const { agent, memory } = createEffectsAgent([text('One, two, th', { ...cut, ...oneDelta }), ...rest])
    const run = agent.run('go', { sessionId: 's' })
    await show(run, (event) => {
      if (event.type === 'text-delta' && moment.test(event.text)) run.interrupt('shorter', { keepPartial: true })
    })
    expect(textOf((await historyOf(memory))[1]?.content ?? null)).toBe(expected)
  })
})

test('a compression that found nothing to save is remembered within the turn', async () => {
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

test('the session counts every model call that its turn counts', async () => {
  const { agent, memory } = createEffectsAgent([call('look'), call('look'), text('Summed up.')], {
    budget: { maxIterations: 1 },
  })
  const { usage } = await agent.run('go', { sessionId: 's' }).result
  expect(usage.inputTokens).toBe(60)
  expect((await memory.sessions.get('s'))?.usage).toEqual(usage)
})

test('children that find the budget used up spend nothing more', async () => {
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
  // One by the budget; the two that end a turn.
  expect(transport.requests).toHaveLength(3)
})
