import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../../testing/open-host.js'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import type { Surface } from '../../runtime-options.js'
import { readCachedCalls } from './cache-journal.js'

/** A session in a home whose agents answer everything. */
async function start() {
  const provider = await startFakeProvider({ script: Array.from({ length: 6 }, () => text('Done.')) })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  // Dear enough for a notice.
  const price = 'model_overrides: { m: { price: { input: 900000, output: 15, cache_read: 90000 } } }\n'
  const paths = await tempHome({ config: model + price })
  const folder = await tempFolder()
  return { open: async (surface: Partial<Surface> = {}) => (await testHost({ paths })).open(surface, folder) }
}

test('finds that turns repeat the prefix, also in another process', async () => {
  const { open } = await start()
  const first = await open()
  const { sessionId } = await first.agent.run('one').result
  await first.agent.run('two', { sessionId }).result
  const second = await open()
  await second.agent.run('three', { sessionId }).result
  const calls = await readCachedCalls(second.store, sessionId)
  expect(calls).toHaveLength(3)
  expect(calls).toMatchObject([{ model: 'm' }, { model: 'm' }, { model: 'm' }])
  expect(calls.every((call) => call.break === undefined && call.promptTokens > 0)).toBe(true)
})

test('names the part, the byte and the price of a lost prefix, and tells the surface', async () => {
  const { open } = await start()
  const told: string[] = []
  const { agent, store } = await open({ tell: (line) => void told.push(line) })
  const { sessionId } = await agent.run('one').result
  await agent.run('two', { sessionId, ephemeral: { system: 'Only now.' } }).result
  const [, call] = await readCachedCalls(store, sessionId)
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
