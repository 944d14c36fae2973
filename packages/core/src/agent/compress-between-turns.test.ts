import { fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { AgentOptions } from '../contracts/agent/agent.js'
import type { CompressOptions, ContextEngine } from '../contracts/agent/context-engine.js'
import { InterruptError } from '../contracts/errors/errors.js'
import { resolveSession } from '../session/lineage.js'
import { createMemoryStore } from '../session/memory-store.js'
import { createAgent } from './create-agent.js'

function keepTwo(orders: CompressOptions[] = []): ContextEngine {
  return {
    id: 'keep-two',
    shouldCompress: () => false,
    async compress({ messages, state }, options) {
      orders.push(options)
      if (messages.length < 3) return { status: 'skipped', reason: 'It is short.', state }
      return { status: 'compressed', messages: messages.slice(-2), state: {}, tokensBefore: 9, tokensAfter: 3 }
    },
  }
}

async function setUp(options: Partial<AgentOptions> = {}) {
  const store = createMemoryStore()
  const transport = scripted(['one', 'two', 'three', 'four'].map((word) => text(word)))
  const agent = createAgent({ transport, model: { id: 'm', contextWindow: 1000 }, store, ...options })
  for (const input of ['a', 'b']) await agent.run(input, { sessionId: 's' }).result
  return { store, transport, agent }
}

test('compresses a session on request with the given options', async () => {
  const orders: CompressOptions[] = []
  const { agent, store, transport } = await setUp({ contextEngine: keepTwo(orders) })
  const outcome = await agent.session('s').compress({ focusTopic: 'tea', keepLast: 1 })
  expect(outcome).toMatchObject({ status: 'compressed', tokensBefore: 9, tokensAfter: 3 })
  expect(orders).toEqual([{ focusTopic: 'tea', keepLast: 1, force: true, signal: expect.any(AbortSignal) }])
  expect(await resolveSession(store, 's')).toMatchObject({ parentSessionId: 's', link: 'compression' })
  await agent.run('c', { sessionId: 's' }).result
  expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['b', 'two', 'c'])
})

test('returns the reason when there is nothing to compress or no engine', async () => {
  const { agent, store } = await setUp({ contextEngine: keepTwo() })
  await agent.compress('s')
  expect(await agent.compress('s', { force: false })).toMatchObject({ status: 'skipped', reason: 'It is short.' })
  expect(await store.sessions.find()).toHaveLength(2)
  const { agent: without } = await setUp()
  expect(await without.compress('s')).toMatchObject({
    status: 'skipped',
    reason: expect.stringContaining('turned off'),
  })
  await expect(agent.compress('unknown')).rejects.toMatchObject({ kind: 'not-found' })
})

test('makes a turn that starts in the meantime wait and continue in the compressed session', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const engine = keepTwo()
  const slow: ContextEngine = {
    ...engine,
    async compress(context, options) {
      begun.resolve()
      await gate.promise
      return engine.compress(context, options)
    },
  }
  const { agent, transport } = await setUp({ contextEngine: slow })
  const compressing = agent.compress('s')
  await begun.promise
  const run = agent.run('c', { sessionId: 's' })
  expect(transport.requests).toHaveLength(2)
  gate.resolve()
  await Promise.all([compressing, run.result])
  expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['b', 'two', 'c'])
})

test('leaves the session unchanged on an abort', async () => {
  const begun = Promise.withResolvers<void>()
  const engine: ContextEngine = {
    ...keepTwo(),
    compress: (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        begun.resolve()
      }),
  }
  const { agent, store } = await setUp({ contextEngine: engine })
  const controller = new AbortController()
  const compressing = agent.compress('s', { signal: controller.signal })
  await begun.promise
  controller.abort(new InterruptError('Enough.'))
  await expect(compressing).rejects.toThrow('Enough.')
  expect(await store.sessions.find()).toHaveLength(1)
  expect(await store.messages.load('s')).toHaveLength(4)
})

test('refuses a session with open calls', async () => {
  const { agent, store } = await setUp({ contextEngine: keepTwo() })
  const tool_calls = [{ id: 'open', type: 'function', function: { name: 'look', arguments: '{}' } }] as const
  await store.messages.append('s', [
    { message: { role: 'user', content: 'look' }, timestampMs: 1 },
    { message: { role: 'assistant', content: null, tool_calls }, timestampMs: 2 },
  ])
  expect(await agent.compress('s')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('cut short') })
  expect(await store.messages.load('s')).toHaveLength(6)
})

test('returns the context of the next request', async () => {
  const tools = fakeTools({ look: () => 'seen' })
  const { agent } = await setUp({ tools, prompt: [{ id: 'p', content: 'Be brief.' }] })
  const context = await agent.session('s').context()
  expect(context).toMatchObject({ sessionId: 's', system: 'Be brief.', contextWindow: 1000, state: {} })
  expect(context.tools.map(({ name }) => name)).toEqual(['look'])
  expect(context.messages.map(({ content }) => content)).toEqual(['a', 'one', 'b', 'two'])
})
