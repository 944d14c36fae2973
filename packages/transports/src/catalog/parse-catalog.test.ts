import { HermesError } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCatalog } from './format-catalog.js'
import type { CatalogModel, Modality } from './model.js'
import { parseCatalog } from './parse-catalog.js'

const row = {
  name: 'Opus',
  reasoning: true,
  tool_call: true,
  limit: { context: 200_000, output: 64_000 },
  cost: { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25, context_over_200k: { input: 10, output: 37.5 } },
  modalities: { input: ['text', 'image', 'smell'], output: ['text'] },
}

test('parses a row to a model with integer prices', () => {
  const { models, version } = parseCatalog({ anthropic: { models: { opus: row } } }, { version: '2026-07-02' })
  expect(version).toBe('2026-07-02')
  expect(models).toEqual([
    {
      provider: 'anthropic',
      id: 'opus',
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
      input: ['text', 'image'],
      output: ['text'],
      reasoning: true,
      toolCalls: true,
      price: {
        input: 5_000_000,
        output: 25_000_000,
        cacheRead: 500_000,
        cacheWrite: 6_250_000,
        tiers: [{ abovePromptTokens: 200_000, input: 10_000_000, output: 37_500_000 }],
        source: 'models.dev',
        version: '2026-07-02',
      },
    },
  ])
})

test('reads the price of the fast mode', () => {
  const experimental = { modes: { fast: { cost: { input: 30, output: 150 } } } }
  const { models } = parseCatalog({ anthropic: { models: { opus: { ...row, experimental } } } }, { version: 'v' })
  expect(models[0]?.fastPrice).toEqual({ input: 30_000_000, output: 150_000_000, source: 'models.dev', version: 'v' })
})

test('parses both formats, and maps providers to presets', () => {
  const providers = { google: { models: { gemini: row } }, 'some-host': { models: { other: row } } }
  const wrapped = parseCatalog({ source: 'mine', snapshot: '2026-01-01', models: {}, providers })
  expect(wrapped).toMatchObject({ source: 'mine', version: '2026-01-01' })
  for (const { models } of [wrapped, parseCatalog(providers)])
    expect(models.map(({ provider }) => provider)).toEqual(['gemini', 'some-host'])
})

test('skips invalid rows and invalid prices', () => {
  const rows = {
    good: row,
    windowless: { ...row, limit: { context: 0 } },
    text: 'row',
    none: null,
    negative: { limit: row.limit, cost: { input: -1, output: 2 } },
    tiered: {
      limit: row.limit,
      cost: { ...row.cost, tiers: [{ tier: { type: 'weather', size: 1 }, input: 1, output: 1 }] },
    },
    half: { limit: { context: 10.5, output: 'many' } },
    bare: { limit: { context: 4096 }, cost: { input: 1, output: 2, cache_read: '0.1' } },
  }
  const { models } = parseCatalog({ p: { models: rows }, q: { models: [] }, r: 7 })
  expect(models.map(({ id, price }) => [id, price?.input, price?.cacheRead])).toEqual([
    ['good', 5_000_000, 500_000],
    ['negative', undefined, undefined],
    ['tiered', undefined, undefined],
    ['bare', 1_000_000, undefined],
  ])
})

test('prefers the current format of tiers', () => {
  const tiers = [{ tier: { type: 'context', size: 272_000 }, input: 1, output: 2, cache_read: 0.5 }]
  const { models } = parseCatalog({ p: { models: { m: { ...row, cost: { ...row.cost, tiers } } } } })
  expect(models[0]?.price?.tiers).toEqual([
    { abovePromptTokens: 272_000, input: 1_000_000, output: 2_000_000, cacheRead: 500_000 },
  ])
})

test.each([undefined, null, 'text', [], {}, { error: 'gone' }, { providers: { p: { models: {} } } }])(
  'rejects an invalid catalog: %j',
  (json) => {
    expect(() => parseCatalog(json)).toThrow(expect.toSatisfy(HermesError.is))
  },
)

test('reads back what it wrote', () => {
  const modalities = fc.subarray<Modality>(['text', 'image', 'audio', 'video', 'pdf'])
  const money = fc.nat(999_999_999)
  const tokens = fc.integer({ min: 1, max: 10_000_000 })
  const source = { source: fc.constant('s'), version: fc.constant('v') }
  const prices = { input: money, output: money, cacheRead: money, cacheWrite: money }
  const tier = fc.record(
    { ...prices, abovePromptTokens: tokens },
    { requiredKeys: ['input', 'output', 'abovePromptTokens'], noNullPrototype: true },
  )
  const price = fc.record(
    { ...prices, tiers: fc.array(tier, { minLength: 1, maxLength: 3 }), ...source },
    { requiredKeys: ['input', 'output', 'source', 'version'] },
  )
  const model: fc.Arbitrary<CatalogModel> = fc.record(
    {
      provider: fc.constantFrom('gemini', 'openrouter', '__proto__', 'x'),
      id: fc.string(),
      contextWindow: tokens,
      maxOutputTokens: tokens,
      input: modalities,
      output: modalities,
      reasoning: fc.boolean(),
      toolCalls: fc.boolean(),
      price,
      fastPrice: price,
    },
    {
      requiredKeys: ['provider', 'id', 'contextWindow', 'input', 'output', 'reasoning', 'toolCalls'],
      noNullPrototype: true,
    },
  )
  const models = fc.uniqueArray(model, { minLength: 1, selector: ({ provider, id }) => `${provider} ${id}` })
  const sorted = (list: readonly CatalogModel[]) => list.map((each) => JSON.stringify(each, keysOf)).sort()
  fc.assert(
    fc.property(models, (list) => {
      const read = parseCatalog(JSON.parse(formatCatalog({ source: 's', version: 'v', models: list })))
      expect(sorted(read.models)).toEqual(sorted(list))
    }),
  )
})

/** Sorts keys so that equal objects give equal JSON. */
function keysOf(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
