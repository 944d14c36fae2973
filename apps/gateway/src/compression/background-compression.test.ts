import { type ContextEngine, createAgent, createMemoryStore, type HermesError, silentLogger } from '@hermes/core'
import { resolveSession } from '@hermes/core/sessions'
import { type ConfigInput, configSchema } from '@hermes/runtime'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createBackgroundCompression } from './background-compression.js'

interface Settings {
  readonly engine?: Partial<ContextEngine>
  readonly compression?: ConfigInput['compression']
  readonly tokens?: number
}

/** An agent whose session has had two turns, four messages. */
async function setUp({ engine, compression, tokens = 900 }: Settings = {}) {
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
  const transport = scripted(['one', 'two', 'three'].map((word) => text(word)))
  const agent = createAgent({ transport, model: { id: 'm', contextWindow: 1000 }, store, contextEngine: keepTwo })
  for (const input of ['a', 'b']) await agent.run(input, { sessionId: 's' }).result
  const clock = { ms: 0 }
  const settings = configSchema.parse({ compression }).compression
  const background = createBackgroundCompression({ agent, settings, logger: silentLogger, now: () => clock.ms })
  return { agent, background, clock, newest: () => resolveSession(store, 's'), store, transport }
}

test('a conversation that fills its window is compressed while nobody waits', async () => {
  const { background, newest, agent, transport } = await setUp()
  background.consider('s')
  await background.settled()
  expect(await newest()).toMatchObject({ parentSessionId: 's', link: 'compression' })
  await agent.run('c', { sessionId: 's' }).result
  expect(transport.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['b', 'two', 'c'])
})

test.each<[string, Settings, boolean]>([
  ['one that has room', { tokens: 849 }, false],
  [
    'one of very many messages, whatever its size',
    { tokens: 10, compression: { hygiene_hard_message_limit: 4 } },
    true,
  ],
  ['where it is turned off', { compression: { enabled: false } }, false],
])('%s', async (_, settings, isCompressed) => {
  const { background, newest } = await setUp(settings)
  background.consider('s')
  await background.settled()
  expect((await newest()).link === 'compression').toBe(isCompressed)
})

test('what has failed is left alone for a while, and longer each time', async () => {
  let attempts = 0
  const compress = () => {
    attempts += 1
    return Promise.reject(new Error('No model answers.'))
  }
  const { background, clock } = await setUp({ engine: { compress } })
  const tryAt = async (ms: number) => {
    clock.ms = ms
    background.consider('s')
    await background.settled()
    return attempts
  }
  expect(await tryAt(0)).toBe(1)
  expect(await tryAt(299_000)).toBe(1)
  expect(await tryAt(300_000)).toBe(2)
  expect(await tryAt(1_199_000)).toBe(2)
  expect(await tryAt(1_200_000)).toBe(3)
})

test('a turn that begins meanwhile waits a little and then takes over: the session is as it was', async () => {
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
  const compression = { hygiene_max_turn_hold_seconds: 0.05 }
  const { background, newest, agent } = await setUp({ engine: { compress }, compression })
  background.consider('s')
  await begun.promise
  await background.makeWay('s')
  expect(reasons.map(({ message }) => message)).toEqual(['The next turn begins.'])
  expect((await agent.run('c', { sessionId: 's' }).result).finalResponse).toBe('three')
  expect((await newest()).id).toBe('s')
})

test('one that ends in time is waited for', async () => {
  const gate = Promise.withResolvers<void>()
  const compress: ContextEngine['compress'] = async ({ messages }) => {
    await gate.promise
    return { status: 'compressed', messages: messages.slice(-2), state: {}, tokensBefore: 9, tokensAfter: 1 }
  }
  const { background, newest } = await setUp({ engine: { compress } })
  background.consider('s')
  const way = background.makeWay('s')
  gate.resolve()
  await way
  expect(await newest()).toMatchObject({ link: 'compression' })
})

test('the end of the gateway gives up what is under way', async () => {
  const compress: ContextEngine['compress'] = (_, { signal }) =>
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const { background, newest } = await setUp({ engine: { compress } })
  background.consider('s')
  await background[Symbol.asyncDispose]()
  background.consider('s')
  await background.settled()
  expect((await newest()).id).toBe('s')
})
