import { createCatalog, defaultContextWindow } from '@hermes/transports/catalog'
import { expect, test } from 'vitest'
import { type ConfigInput, configSchema } from '../schema/config-schema.js'
import { chooseModel } from './choose-model.js'
import { toOverrides } from './to-overrides.js'

const price = { input: 2, output: 3, source: 'test', version: '2026-01-01' }
const facts = { input: ['text'], output: ['text'], reasoning: true, toolCalls: true } as const
const known = { provider: 'host', id: 'known', contextWindow: 64_000, maxOutputTokens: 8000, price, ...facts }
const bundled = { source: 'test', version: '2026-01-01', models: [known] }

interface Situation {
  readonly provider?: string
  readonly baseUrl?: string
  readonly config?: ConfigInput
  /** The answer of the user's own server. Absent if the provider is not the user's own server. */
  readonly probed?: number | 'nothing'
  /** The context window learned from the provider earlier. */
  readonly learned?: number
}

function choose(id: string, { provider = 'host', config = {}, probed, learned }: Situation = {}) {
  const model = { provider, id, isOffline: provider === 'offline', baseUrl: 'http://host' }
  const probeWindow = async () => (probed === 'nothing' ? undefined : probed)
  const settings = configSchema.parse(config)
  return chooseModel({ model, ...(probed !== undefined && { probeWindow }) }, settings, {
    catalog: createCatalog({ bundled, overrides: toOverrides(settings.model_overrides) }),
    learned: { find: (baseUrl, model) => (baseUrl === 'http://host' && model === id ? learned : undefined) },
  })
}

test('uses the catalog', async () => {
  const { model, warnings } = await choose('known')
  expect(model).toMatchObject({ id: 'known', contextWindow: 64_000, maxOutputTokens: 8000, price })
  expect(warnings).toEqual([])
})

test('prefers the config', async () => {
  const { model, warnings } = await choose('known', {
    config: { model: { context_length: 4096, max_tokens: 100 } },
    learned: 9000,
  })
  expect(model).toMatchObject({ contextWindow: 4096, maxOutputTokens: 100, price })
  expect(warnings).toEqual([])
  expect((await choose('new', { config: { model: { context_length: 4096 } } })).warnings).toEqual([])
})

test('completes and corrects the catalog with model_overrides', async () => {
  const models = {
    known: { context_length: 8192, price: { input: 1, output: 2.5, cache_read: 0.1 } },
    new: { provider: 'elsewhere', context_length: 1024 },
  }
  expect(
    (await choose('known', { config: { model_overrides: models }, learned: 9000, probed: 9000 })).model,
  ).toMatchObject({
    contextWindow: 8192,
    price: { input: 1_000_000, output: 2_500_000, cacheRead: 100_000, source: 'config' },
  })
  expect((await choose('new', { config: { model_overrides: models } })).model.contextWindow).toBe(defaultContextWindow)
  expect(
    (await choose('new', { config: { model_overrides: models }, provider: 'elsewhere' })).model.contextWindow,
  ).toBe(1024)
})

test("prefers the user's own server to learned values, and these to the catalog", async () => {
  expect((await choose('known', { learned: 9000 })).model.contextWindow).toBe(9000)
  expect((await choose('known', { learned: 9000, probed: 5000 })).model.contextWindow).toBe(5000)
  expect((await choose('known', { learned: 9000, probed: 'nothing' })).model.contextWindow).toBe(9000)
})

test('uses the default for an unknown model, with a warning that says how to correct it', async () => {
  const { model, warnings } = await choose('new')
  expect(model).toMatchObject({ id: 'new', contextWindow: defaultContextWindow })
  expect(model).not.toHaveProperty('price')
  expect(warnings).toEqual([expect.stringMatching(/"new".*128,000.*set model\.context_length/)])
})

test("uses another provider's window, except for the user's own server", async () => {
  const elsewhere = await choose('lab/known', { provider: 'elsewhere' })
  expect(elsewhere).toMatchObject({ model: { contextWindow: 64_000 }, warnings: [] })
  expect(elsewhere.model).not.toHaveProperty('price')
  expect(await choose('known', { probed: 'nothing' })).toMatchObject({
    model: { contextWindow: defaultContextWindow },
    warnings: [expect.any(String)],
  })
})

test('does not warn about the offline stand-in', async () => {
  expect((await choose('offline', { provider: 'offline' })).warnings).toEqual([])
})
