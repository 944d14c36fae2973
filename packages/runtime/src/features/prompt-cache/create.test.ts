import { type Message, type ModelRequest, type SessionStore, silentLogger } from '@hermes/core'
import { defaultUsage, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import type { Surface } from '../../runtime-options.js'
import { readCachedCalls } from './cache-journal.js'
import { createPromptCache } from './create.js'

/** Opens a session in a home whose agents answer everything. */
async function start() {
  const provider = await startFakeProvider({ script: Array.from({ length: 6 }, () => text('Done.')) })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  // Expensive enough for a notice.
  const price = 'model_overrides: { m: { price: { input: 900000, output: 15, cache_read: 90000 } } }\n'
  const paths = await tempHome({ config: model + price })
  const folder = await tempFolder()
  return { open: async (surface: Partial<Surface> = {}) => (await testHost({ paths })).open(surface, folder) }
}

/** Returns what a turn has recorded. Records are written in order, but the turn does not wait for them. */
async function callsOf(store: SessionStore, sessionId: string) {
  await store.values?.update('after', 'the turn', () => undefined)
  return readCachedCalls(store, sessionId)
}

test('finds that turns repeat the prefix, also in another process', async () => {
  const { open } = await start()
  const first = await open()
  const { sessionId } = await first.agent.run('one').result
  await first.agent.run('two', { sessionId }).result
  const second = await open()
  await second.agent.run('three', { sessionId }).result
  const calls = await callsOf(second.store, sessionId)
  expect(calls).toHaveLength(3)
  expect(calls).toMatchObject([{ model: 'm' }, { model: 'm' }, { model: 'm' }])
  expect(calls.every((call) => call.break === undefined && call.promptTokens > 0)).toBe(true)
})

test('names the part, the byte and the price of a lost prefix, and reports it to the surface', async () => {
  const { open } = await start()
  const told: string[] = []
  const { agent, store } = await open({ tell: (line) => void told.push(line) })
  const { sessionId } = await agent.run('one').result
  await agent.run('two', { sessionId, ephemeral: { system: 'Only now.' } }).result
  const [, call] = await callsOf(store, sessionId)
  expect(call?.break).toMatchObject({
    part: 'system prompt',
    how: 'changed',
    now: expect.stringContaining('Only now.'),
  })
  expect(call?.break?.byte).toBeGreaterThan(1_000)
  expect(call?.break?.microUsd).toBeGreaterThan(10_000)
  expect(told).toEqual([
    expect.stringMatching(/^The prompt cache was lost from system prompt on, for about \$\d+\.\d\d\.$/),
  ])
})

test('compares with the last request of any process', async () => {
  const { open } = await start()
  const [first, second] = [await open(), await open()]
  const { sessionId } = await first.agent.run('one').result
  await second.agent.run('two', { sessionId, ephemeral: { system: 'Only now.' } }).result
  await first.agent.run('three', { sessionId }).result
  const calls = await callsOf(first.store, sessionId)
  expect(calls.map((call) => call.break?.part)).toEqual([undefined, 'system prompt', 'system prompt'])
  // This process does not know what the other one has sent.
  expect(calls[2]?.break?.now).toBeUndefined()
})

test('treats the format of an earlier version as empty, not as a lost prefix', async () => {
  const { open } = await start()
  const { agent, store } = await open()
  const { sessionId } = await agent.run('one').result
  const call = { atMs: 1, model: 'm', promptTokens: 10, cachedTokens: 0 }
  const earlier = { calls: [call], parts: [['system prompt', 5, 'other']] }
  await store.values?.update('prompt-cache', sessionId, () => earlier, { sessionId })
  expect(await callsOf(store, sessionId)).toEqual([])
  await agent.run('two', { sessionId }).result
  const calls = await callsOf(store, sessionId)
  expect(calls).toEqual([expect.not.objectContaining({ break: expect.anything() })])
})

describe('a turn of several calls', () => {
  const sessionId = 's'
  const usage = { ...defaultUsage, cacheReadTokens: 0 }
  const messages: Message[] = Array.from({ length: 1_000 }, (_, index) =>
    Object.freeze({ role: index % 2 === 0 ? 'user' : 'assistant', content: `The message ${index}.` }),
  )
  const request = (system: string, count: number): ModelRequest => ({
    model: 'm',
    system,
    tools: [],
    messages: messages.slice(0, count),
  })

  /** Records the requests of one turn. */
  async function record(requests: readonly ModelRequest[]) {
    const { open } = await start()
    const { store } = await open()
    await store.sessions.create({ id: sessionId, source: 'cli', startedAtMs: 1 })
    const feature = await createPromptCache({ store, surface: { source: 'cli' }, logger: silentLogger, now: () => 1 })
    const answer = { message: { role: 'assistant', content: 'Done.' }, reason: 'stop', usage } as const
    for (const [iteration, each] of requests.entries()) {
      await feature?.hooks?.post_api_request?.({ sessionId, iteration, request: each, ...answer })
    }
    const outcome = { status: 'completed', text: 'Done.' } as const
    await feature?.hooks?.post_llm_call?.({ sessionId, messages, outcome })
    return { store, calls: await callsOf(store, sessionId) }
  }

  test('names a break within it, with the new text', async () => {
    const { calls } = await record([request('One.', 1), request('One.', 3), request('Two.', 5), request('Two.', 7)])
    expect(calls.map((call) => call.break)).toEqual([
      undefined,
      undefined,
      expect.objectContaining({ part: 'system prompt', now: 'Two.' }),
      undefined,
    ])
  })

  test('keeps the calls of a turn without an answer when the process ends', async () => {
    const { open } = await start()
    const { store } = await open()
    await store.sessions.create({ id: sessionId, source: 'cli', startedAtMs: 1 })
    const feature = await createPromptCache({ store, surface: { source: 'cli' }, logger: silentLogger, now: () => 1 })
    const answer = { message: { role: 'assistant', content: 'Done.' }, reason: 'stop', usage } as const
    await feature?.hooks?.post_api_request?.({ sessionId, iteration: 1, request: request('One.', 1), ...answer })
    await feature?.[Symbol.asyncDispose]?.()
    expect(await readCachedCalls(store, sessionId)).toHaveLength(1)
  })

  test('stores little for the latest calls of a long conversation', async () => {
    const { store, calls } = await record(Array.from({ length: 300 }, () => request('One.', 1_000)))
    expect(calls).toHaveLength(200)
    const stored = JSON.stringify(await store.values?.get('prompt-cache', sessionId))
    expect(stored.length).toBeLessThan(1_000 * 25 + 200 * 30)
  })
})
