import { type ContextEngine, createAgent, createMemoryStore, type HermesError, type SessionStore } from '@hermes/core'
import { resolveSession } from '@hermes/core/sessions'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { Conversation } from '../../contracts/conversation.js'
import { createConversations } from '../create-conversations.js'
import type { CompressionSettings } from './background-compression.js'

interface Settings {
  readonly engine?: Partial<ContextEngine>
  readonly compression?: Partial<CompressionSettings> | null
  readonly tokens?: number
}

const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'api' } } as const

const usageOf = (inputTokens: number) => ({
  inputTokens,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})

/** Creates a conversation with two turns, which are four messages. */
async function setUp({ engine, compression = {}, tokens = 900 }: Settings = {}) {
  const store = createMemoryStore()
  const keepTwo: ContextEngine = {
    id: 'keep-two',
    shouldCompress: () => false,
    measure: () => ({ tokens, trigger: 500 }),
    compress: async ({ messages }) => ({
      status: 'compressed',
      messages: messages.slice(-2),
      state: {},
      tokensBefore: tokens,
      tokensAfter: 100,
    }),
    ...engine,
  }
  const usage = usageOf(tokens)
  const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  const transport = scripted(words.map((word) => text(word, { usage })))
  const agent = createAgent({ transport, model: { id: 'm', contextWindow: 1000 }, store, contextEngine: keepTwo })
  const clock = { ms: 0 }
  const conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    compression: () =>
      compression
        ? { maxMessages: 400, limitMs: 20_000, holdMs: 20_000, cooldownMs: 300_000, ...compression }
        : undefined,
    services: { now: () => clock.ms },
  })
  const conversation = await conversations.open({ seed: {}, id: 's' })
  for (const content of ['a', 'b']) await conversation.submit({ content }, sender).ended
  return { conversations, conversation, clock, store, transport }
}

/** Resolves when nothing is running. */
async function settled(conversations: { readonly live: readonly Conversation[] }): Promise<void> {
  await expect.poll(() => conversations.live, { timeout: 20_000 }).toEqual([])
}

const newest = (store: SessionStore) => resolveSession(store, 's')

test('compresses a conversation that fills its window between turns', async () => {
  const { conversations, conversation, store, transport } = await setUp()
  await settled(conversations)
  expect(await newest(store)).toMatchObject({ parentSessionId: 's', link: 'compression' })
  await conversation.submit({ content: 'c' }, sender).ended
  expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['b', 'two', 'c'])
})

test.each<[string, Settings, boolean]>([
  ['one that has room', { tokens: 849 }, false],
  ['one of very many messages, whatever its size', { tokens: 10, compression: { maxMessages: 4 } }, true],
  ['where it is turned off', { compression: null }, false],
])('%s', async (_, settings, isCompressed) => {
  const { conversations, store } = await setUp(settings)
  await settled(conversations)
  expect((await newest(store)).link === 'compression').toBe(isCompressed)
})

test('backs off after failures, longer each time', async () => {
  let attempts = 0
  const compress = () => {
    attempts += 1
    return Promise.reject(new Error('No model answers.'))
  }
  const { conversations, conversation, clock } = await setUp({ engine: { compress } })
  await settled(conversations)
  expect(attempts).toBe(1)
  const tryAt = async (ms: number) => {
    clock.ms = ms
    await conversation.submit({ content: `at ${ms}` }, sender).ended
    await settled(conversations)
    return attempts
  }
  expect(await tryAt(299_000)).toBe(1)
  expect(await tryAt(300_000)).toBe(2)
  expect(await tryAt(1_199_000)).toBe(2)
  expect(await tryAt(1_200_000)).toBe(3)
})

test('aborts the compression for a waiting turn after a while, and leaves the session unchanged', async () => {
  const begun = Promise.withResolvers<void>()
  const reasons: HermesError[] = []
  const compress: ContextEngine['compress'] = (_, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason)
        reject(signal.reason)
      })
      begun.resolve()
    })
  const { conversation, store } = await setUp({ engine: { compress }, compression: { holdMs: 50 } })
  await begun.promise
  const submission = conversation.submit({ content: 'c', whenBusy: 'refuse' }, sender)
  expect(await submission.ended).toMatchObject({ status: 'turn', result: { finalResponse: 'three' } })
  expect(reasons.map(({ message }) => message)[0]).toBe('The next turn starts.')
  expect((await newest(store)).id).toBe('s')
})

test('waits for a compression that ends in time', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const compress: ContextEngine['compress'] = async ({ messages }) => {
    begun.resolve()
    await gate.promise
    return { status: 'compressed', messages: messages.slice(-2), state: {}, tokensBefore: 9, tokensAfter: 1 }
  }
  const { conversation, transport } = await setUp({ engine: { compress } })
  await begun.promise
  const { ended } = conversation.submit({ content: 'c' }, sender)
  gate.resolve()
  await ended
  expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['b', 'two', 'c'])
})

test('aborts a running compression when the process stops', async () => {
  const begun = Promise.withResolvers<void>()
  const compress: ContextEngine['compress'] = (_, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      begun.resolve()
    })
  const { conversations, store } = await setUp({ engine: { compress } })
  await begun.promise
  await conversations[Symbol.asyncDispose]()
  expect((await newest(store)).id).toBe('s')
})

test('does not reread a conversation that the provider counts far below its window', async () => {
  const usage = usageOf(50)
  const store = createMemoryStore()
  let loads = 0
  const messages: SessionStore['messages'] = {
    ...store.messages,
    load: (...given) => {
      loads += 1
      return store.messages.load(...given)
    },
  }
  const transport = scripted(Array.from({ length: 4 }, () => text('fine', { usage })))
  const agent = createAgent({ transport, model: { id: 'm', contextWindow: 1000 }, store: { ...store, messages } })
  const conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    compression: () => ({ maxMessages: 400, limitMs: 20_000, holdMs: 20_000, cooldownMs: 300_000 }),
  })
  const conversation = await conversations.open({ seed: {}, id: 's' })
  const loadsOf = async (content: string) => {
    const before = loads
    await conversation.submit({ content }, sender).ended
    await settled(conversations)
    return loads - before
  }
  await loadsOf('short')
  const measured = await loadsOf('the window is measured')
  expect(await loadsOf('from here on it is known')).toBe(measured - 1)
})
