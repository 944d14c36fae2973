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
  /** What a server of the own says; absent: it is none. */
  readonly probed?: number | 'nothing'
  /** What the provider told before. */
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

test('what the catalog knows is taken', async () => {
  const { model, warnings } = await choose('known')
  expect(model).toMatchObject({ id: 'known', contextWindow: 64_000, maxOutputTokens: 8000, price })
  expect(warnings).toEqual([])
})

test('the config knows better', async () => {
  const { model, warnings } = await choose('known', {
    config: { model: { context_length: 4096, max_tokens: 100 } },
    learned: 9000,
  })
  expect(model).toMatchObject({ contextWindow: 4096, maxOutputTokens: 100, price })
  expect(warnings).toEqual([])
  expect((await choose('new', { config: { model: { context_length: 4096 } } })).warnings).toEqual([])
})

test('the section of the model says what is not known of it, or known wrongly', async () => {
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

test('a server of the own is believed, then what was learned, then the catalog', async () => {
  expect((await choose('known', { learned: 9000 })).model.contextWindow).toBe(9000)
  expect((await choose('known', { learned: 9000, probed: 5000 })).model.contextWindow).toBe(5000)
  expect((await choose('known', { learned: 9000, probed: 'nothing' })).model.contextWindow).toBe(9000)
})

test('a model that nobody knows gets the default, and a warning that says how to correct it', async () => {
  const { model, warnings } = await choose('new')
  expect(model).toMatchObject({ id: 'new', contextWindow: defaultContextWindow })
  expect(model).not.toHaveProperty('price')
  expect(warnings).toEqual([expect.stringMatching(/"new".*128,000.*set model\.context_length/)])
})

test("another provider's window is better than none; a server of the user's own has its own", async () => {
  const elsewhere = await choose('lab/known', { provider: 'elsewhere' })
  expect(elsewhere).toMatchObject({ model: { contextWindow: 64_000 }, warnings: [] })
  expect(elsewhere.model).not.toHaveProperty('price')
  expect(await choose('known', { probed: 'nothing' })).toMatchObject({
    model: { contextWindow: defaultContextWindow },
    warnings: [expect.any(String)],
  })
})

test('the offline stand-in is no model to warn of', async () => {
  expect((await choose('offline', { provider: 'offline' })).warnings).toEqual([])
})
