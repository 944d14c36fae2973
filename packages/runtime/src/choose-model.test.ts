import { createCatalog, defaultContextWindow } from '@hermes/transports/catalog'
import { expect, test } from 'vitest'
import { chooseModel } from './choose-model.js'
import { configSchema } from './config-schema.js'

const price = { input: 2, output: 3, source: 'test', version: '2026-01-01' }
const facts = { input: ['text'], output: ['text'], reasoning: true, toolCalls: true } as const
const known = { provider: 'host', id: 'known', contextWindow: 64_000, maxOutputTokens: 8000, price, ...facts }
const catalog = createCatalog({ bundled: { source: 'test', version: '2026-01-01', models: [known] } })

function choose(id: string, { provider = 'host', isLocal = false, settings = {} } = {}) {
  const model = { provider, id, isOffline: provider === 'offline' }
  return chooseModel({ model, isLocal }, configSchema.parse({ model: settings }).model, catalog)
}

test('what the catalog knows is taken', () => {
  expect(choose('known')).toEqual({
    model: { provider: 'host', id: 'known', isOffline: false, contextWindow: 64_000, maxOutputTokens: 8000, price },
    warnings: [],
  })
})

test('the config knows better', () => {
  const { model, warnings } = choose('known', { settings: { context_length: 4096, max_tokens: 100 } })
  expect(model).toMatchObject({ contextWindow: 4096, maxOutputTokens: 100, price })
  expect(warnings).toEqual([])
  expect(choose('new', { settings: { context_length: 4096 } }).warnings).toEqual([])
})

test('a model that nobody knows gets the default, and a warning that says how to correct it', () => {
  const { model, warnings } = choose('new')
  expect(model).toEqual({ provider: 'host', id: 'new', isOffline: false, contextWindow: defaultContextWindow })
  expect(warnings).toEqual([expect.stringMatching(/"new".*128,000.*hermes config set model\.context_length/)])
})

test("another provider's window is better than none; a server of the user's own has its own", () => {
  expect(choose('lab/known', { provider: 'elsewhere' })).toMatchObject({
    model: { contextWindow: 64_000 },
    warnings: [],
  })
  expect(choose('lab/known', { provider: 'elsewhere' }).model).not.toHaveProperty('price')
  expect(choose('known', { isLocal: true })).toMatchObject({
    model: { contextWindow: defaultContextWindow },
    warnings: [expect.any(String)],
  })
})

test('the offline stand-in is no model to warn of', () => {
  expect(choose('offline', { provider: 'offline', isLocal: true }).warnings).toEqual([])
})
