import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { compressionOf } from '../../compression/compression-record.js'
import type { AgentOptions, Run } from '../../contracts/agent/agent.js'
import type { ContextEngine } from '../../contracts/agent/context-engine.js'
import { TransportError } from '../../contracts/errors/errors.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import type { Hooks } from '../../contracts/turn/hooks.js'
import { resolveSession, rootOf } from '../../session/lineage.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Keeps the newest two messages when there are more than three. */
const keepTwo: ContextEngine = {
  id: 'keep-two',
  shouldCompress: ({ messages }) => messages.length > 3,
  compress: async ({ messages, state }) => ({
    status: 'compressed',
    messages: messages.slice(-2),
    state: { count: Number(state.count ?? 0) + 1 },
    tokensBefore: messages.length,
    tokensAfter: 2,
    summary: `Of ${messages.length} messages.`,
  }),
}

function setUp(options: Partial<AgentOptions> = {}) {
  const store = createMemoryStore()
  const transport = scripted(['one', 'two', 'three', 'four', 'five', 'six'].map((word) => text(word)))
  const agent = createAgent({ transport, model: { id: 'm' }, store, contextEngine: keepTwo, ...options })
  const say = async (...inputs: string[]) => {
    for (const input of inputs) await agent.run(input, { sessionId: 's' }).result
  }
  return { store, transport, agent, say }
}

async function eventsOf(run: Run): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  return events
}

const compressions = (events: readonly AgentEvent[]) => events.filter(({ type }) => type.startsWith('compression-'))

describe('the lineage', () => {
  test('continues in a child session, and every id of the lineage resolves to it', async () => {
    const { agent, store, transport, say } = setUp()
    await agent.run('a', { sessionId: 's', session: { title: 'Tea' } }).result
    await say('b', 'c', 'd', 'e')
    const newest = await resolveSession(store, 's')
    expect(newest).toMatchObject({ title: 'Tea #4', contextState: { count: 3 } })
    expect(await resolveSession(store, 'Tea #2')).toEqual(newest)
    expect(await rootOf(store, newest)).toMatchObject({ id: 's', endReason: 'compression' })
    expect(transport.requests.at(-1)?.messages.map((message) => message.content)).toEqual(['four', 'e'])
  })

  test('stores in the child how it was created', async () => {
    const { store, say } = setUp()
    await say('a', 'b')
    expect(compressionOf(await resolveSession(store, 's'))).toBeUndefined()
    await say('c')
    const record = await resolveSession(store, 's')
    expect(compressionOf(record)).toEqual({
      trigger: 'threshold',
      tokensBefore: 5,
      tokensAfter: 2,
      durationMs: expect.any(Number),
      summary: 'Of 5 messages.',
    })
  })

  test("increments the number when a title is taken, and uses the lineage's current title", async () => {
    const { agent, store, say } = setUp()
    await agent.run('a', { sessionId: 's', session: { title: 'Tea' } }).result
    await store.sessions.create({ id: 'other', source: 'library', title: 'Tea #2', startedAtMs: 0 })
    await say('b', 'c')
    expect(await resolveSession(store, 's')).toMatchObject({ title: 'Tea #3' })
    await store.sessions.update('s', { title: 'Coffee' })
    await say('d')
    expect(await resolveSession(store, 's')).toMatchObject({ title: 'Coffee #2' })
  })
})

describe('the prompt', () => {
  test("is rebuilt and keeps the caller's instructions", async () => {
    let reads = 0
    const prompt = [{ id: 'count', content: () => `Read ${++reads} times.` }]
    const { agent, store, transport, say } = setUp({ prompt })
    await agent.run('a', { sessionId: 's', session: { instructions: 'Speak like a pirate.' } }).result
    await say('b', 'c')
    expect(transport.requests.map((request) => request.system)).toEqual([
      'Read 1 times.\n\nSpeak like a pirate.',
      'Read 1 times.\n\nSpeak like a pirate.',
      'Read 2 times.\n\nSpeak like a pirate.',
    ])
    expect(await resolveSession(store, 's')).toMatchObject({ systemPrompt: 'Read 2 times.\n\nSpeak like a pirate.' })
  })

  test("is kept when the caller's instructions are unknown", async () => {
    const { store, transport, say } = setUp({ prompt: [{ id: 'new', content: 'New.' }] })
    await store.sessions.create({ id: 's', source: 'library', systemPrompt: 'Old. And a wish.', startedAtMs: 0 })
    await say('a', 'b', 'c')
    expect(new Set(transport.requests.map((request) => request.system))).toEqual(new Set(['Old. And a wish.']))
  })
})

describe('every compression-start has an end', () => {
  test('with the sizes, when the session was compressed', async () => {
    const { agent, store, say } = setUp()
    await say('a', 'b')
    const events = compressions(await eventsOf(agent.run('c', { sessionId: 's' })))
    expect(events).toEqual([
      { type: 'compression-start', sessionId: 's', trigger: 'threshold' },
      {
        type: 'compression-end',
        sessionId: (await resolveSession(store, 's')).id,
        status: 'compressed',
        tokensBefore: 5,
        tokensAfter: 2,
        durationMs: expect.any(Number),
      },
    ])
  })

  test('when the engine finds nothing to compress', async () => {
    const skip: ContextEngine = {
      ...keepTwo,
      shouldCompress: () => true,
      compress: async () => ({ status: 'skipped', reason: 'Nothing to save.', state: { skipped: true } }),
    }
    const { agent, store } = setUp({ contextEngine: skip })
    const events = compressions(await eventsOf(agent.run('a', { sessionId: 's' })))
    expect(events[1]).toMatchObject({ type: 'compression-end', status: 'skipped', reason: 'Nothing to save.' })
    expect(await store.sessions.get('s')).toMatchObject({ contextState: { skipped: true }, messageCount: 2 })
  })

  test('when the engine fails, which is not called again in the turn', async () => {
    let attempts = 0
    const broken: ContextEngine = {
      ...keepTwo,
      shouldCompress: () => true,
      compress() {
        attempts += 1
        return Promise.reject(new Error('No model answers.'))
      },
    }
    const transport = scripted([call('look'), call('look'), text('done')])
    const tools = fakeTools({ look: () => 'seen' })
    const { agent, store } = setUp({ contextEngine: broken, transport, tools })
    const run = agent.run('a', { sessionId: 's' })
    const events = compressions(await eventsOf(run))
    expect(events.at(-1)).toMatchObject({ type: 'compression-end', status: 'failed', reason: 'No model answers.' })
    expect((await run.result).finalResponse).toBe('done')
    expect(attempts).toBe(1)
    expect(await store.sessions.find()).toHaveLength(1)
  })

  test('when the engine drops the latest user message', async () => {
    const forgetful: ContextEngine = {
      ...keepTwo,
      compress: async (context, options) => ({
        ...(await keepTwo.compress(context, options)),
        ...{ messages: context.messages.slice(0, 2) },
      }),
    }
    const { agent, say, transport } = setUp({ contextEngine: forgetful })
    await say('a', 'b')
    const events = compressions(await eventsOf(agent.run('c', { sessionId: 's' })))
    expect(events.at(-1)).toMatchObject({ status: 'failed', reason: expect.stringContaining('dropped') })
    expect(transport.requests.at(-1)?.messages.at(-1)?.content).toBe('c')
  })

  test('when the turn is interrupted', async () => {
    const started = Promise.withResolvers<void>()
    const slow: ContextEngine = {
      ...keepTwo,
      shouldCompress: () => true,
      compress: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          started.resolve()
        }),
    }
    const { agent, store } = setUp({ contextEngine: slow })
    const run = agent.run('a', { sessionId: 's' })
    const reading = eventsOf(run)
    await started.promise
    run.interrupt('Enough.')
    expect(compressions(await reading).at(-1)).toMatchObject({ status: 'failed', reason: 'Enough.' })
    expect((await run.result).outcome).toEqual({ status: 'interrupted', reason: 'Enough.' })
    expect(await store.sessions.find()).toHaveLength(1)
  })
})

describe('hooks', () => {
  /** Compresses when there are results, to the question and the newest result. */
  const keepResult: ContextEngine = {
    ...keepTwo,
    compress: async ({ messages }) => ({
      status: 'compressed',
      messages: messages.filter(({ role }, index) => role === 'user' || index >= messages.length - 2),
      state: {},
      tokensBefore: 9,
      tokensAfter: 3,
    }),
  }
  const work = [call('look'), call('look'), call('look'), text('done')]

  test('receive the messages before they are dropped, and overlays stay with their messages', async () => {
    const seen: number[] = []
    const hooks: Hooks = {
      pre_llm_call: () => 'Recalled.',
      pre_compress: ({ snapshot: { messages } }) => void seen.push(messages.length),
    }
    const transport = scripted(work)
    const tools = fakeTools({ look: () => 'seen' })
    const { agent, store } = setUp({ contextEngine: keepResult, transport, tools, plugins: [{ name: 'p', hooks }] })
    await agent.run('go', { sessionId: 's' }).result
    expect(seen).toEqual([5, 5])
    const shown = transport.requests.map(({ messages }) => messages[0]?.content)
    expect(shown).toEqual(shown.map(() => 'go\n\nRecalled.'))
    const stored = await store.messages.load((await resolveSession(store, 's')).id)
    expect(stored[0]?.message.content).toBe('go')
  })

  test('receive the id of the ended session', async () => {
    const ended: unknown[] = []
    const hooks: Hooks = { on_session_end: (event) => void ended.push(event) }
    const { say } = setUp({ plugins: [{ name: 'p', hooks }] })
    await say('a', 'b', 'c')
    expect(ended).toEqual([{ sessionId: 's', source: 'library', reason: 'compression' }])
  })
})

test('forces a compression when the provider rejects the conversation as too long', async () => {
  const orders: unknown[] = []
  const engine: ContextEngine = {
    ...keepTwo,
    shouldCompress: () => false,
    compress(context, options) {
      orders.push(options.force)
      return keepTwo.compress(context, options)
    },
  }
  const overflow = { kind: 'failure', error: new TransportError('context-overflow', 'Too long.') } as const
  const transport = scripted([text('one'), text('two'), overflow, text('three')])
  const { agent, say } = setUp({ contextEngine: engine, transport })
  await say('a', 'b')
  const run = agent.run('c', { sessionId: 's' })
  const [start] = compressions(await eventsOf(run))
  expect(start).toMatchObject({ trigger: 'overflow' })
  expect((await run.result).finalResponse).toBe('three')
  expect(orders).toEqual([true])
})

test('emits one notice that a compression is near', async () => {
  const engine: ContextEngine = {
    ...keepTwo,
    shouldCompress: ({ messages }) => messages.length > 6,
    measure: ({ messages }) => ({ tokens: messages.length * 1000, trigger: 5500 }),
  }
  const { agent } = setUp({ contextEngine: engine })
  const notices: string[][] = []
  for (const input of ['a', 'b', 'c', 'd', 'e']) {
    const events = await eventsOf(agent.run(input, { sessionId: 's' }))
    notices.push(events.flatMap((event) => (event.type === 'notice' ? [event.text] : [])))
  }
  const told = ['The conversation takes 5,000 tokens; it will be compressed at 5,500.']
  expect(notices).toEqual([[], [], told, [], []])
})

test("passes the provider's token count to the next turn, in any process, until a compression", async () => {
  const seen: unknown[] = []
  const engine: ContextEngine = {
    ...keepTwo,
    shouldCompress(context) {
      seen.push(context.measured)
      return keepTwo.shouldCompress(context)
    },
  }
  const store = createMemoryStore()
  for (const inputTokens of [100, 400, 500, 600]) {
    const transport = scripted([text('ok', { usage: { inputTokens } })])
    const agent = createAgent({ transport, model: { id: 'm', contextWindow: 1000 }, store, contextEngine: engine })
    await agent.run('go', { sessionId: 's' }).result
  }
  // The first answer was too small to count, and the third turn was compressed.
  expect(seen).toEqual([
    undefined,
    undefined,
    { promptTokens: 400, messageCount: 3 },
    { promptTokens: 500, messageCount: 2 },
  ])
})
