import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { providerPresets } from '../resolve/providers.js'
import { createCatalog } from './create-catalog.js'
import type { CatalogEdition, CatalogModel } from './model.js'

const signal = new AbortController().signal
const now = () => Date.UTC(2026, 10, 21)

function model(provider: string, id: string, facts: Partial<CatalogModel> & { usd?: number } = {}): CatalogModel {
  const { usd, ...rest } = facts
  const price = usd !== undefined && {
    price: { input: usd * 1e6, output: usd * 1e6, source: 'bundled', version: '2026-07-02' },
  }
  return {
    provider,
    id,
    contextWindow: 1000,
    input: ['text'],
    output: ['text'],
    reasoning: false,
    toolCalls: true,
    ...price,
    ...rest,
  }
}

function edition(...models: CatalogModel[]): CatalogEdition {
  return { source: 'bundled', version: '2026-07-02', models }
}

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-catalog-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api.json`
}

function serveJson(json: unknown): Promise<string> {
  return serve((_, response) => response.end(JSON.stringify(json)))
}

const news = { p: { models: { m: { limit: { context: 9000 }, cost: { input: 4, output: 8 } } } } }

test('finds a model by an equivalent name', () => {
  const bundled = edition(
    model('anthropic', 'claude-haiku-4-5-20250901', { usd: 1 }),
    model('anthropic', 'claude-haiku-4-5-20251001', { usd: 2 }),
    model('openrouter', 'lab/one', { usd: 3 }),
    model('openrouter', 'lab/two:free', { usd: 0 }),
  )
  const catalog = createCatalog({ bundled })
  const price = (provider: string, id: string) => catalog.find(provider, id)?.price?.input
  expect(price('anthropic', 'claude-haiku-4-5-20250901')).toBe(1e6)
  expect(catalog.find('anthropic', 'claude-haiku-4.5')?.id).toBe('claude-haiku-4-5-20251001')
  expect(price('anthropic', 'claude-haiku-4.5')).toBe(2e6)
  expect(price('openrouter', 'LAB/One')).toBe(3e6)
  // The same model, in a variant whose price is unknown.
  expect(catalog.find('openrouter', 'lab/one:free')).toMatchObject({ id: 'lab/one', contextWindow: 1000 })
  for (const id of ['lab/one:free', 'lab/two']) expect(catalog.find('openrouter', id)).not.toHaveProperty('price')
  expect(price('openrouter', 'lab/two:free')).toBe(0)
  expect(catalog.find('openrouter', 'lab/three')).toBeUndefined()
})

test('uses the smallest window of other providers, without their prices', () => {
  const bundled = edition(
    model('large', 'lab/one', { contextWindow: 9000, usd: 1 }),
    model('small', 'one', { contextWindow: 2000, usd: 2 }),
  )
  const found = createCatalog({ bundled }).find('elsewhere', 'one')
  expect(found).toMatchObject({ provider: 'small', contextWindow: 2000 })
  expect(found).not.toHaveProperty('price')
})

test('user overrides take precedence', () => {
  const catalog = createCatalog({
    bundled: edition(model('p', 'm', { reasoning: true, usd: 1 })),
    overrides: [
      { provider: 'p', id: 'm', contextWindow: 77 },
      { provider: 'own', id: 'new', price: { input: 5, output: 6 } },
    ],
  })
  expect(catalog.find('p', 'm')).toMatchObject({ contextWindow: 77, reasoning: true, price: { input: 1e6 } })
  expect(catalog.find('own', 'new')).toMatchObject({ contextWindow: 128_000, price: { input: 5, source: 'config' } })
  expect(catalog.list('p')).toHaveLength(1)
})

test('applies a correction at every provider, unless it names one', () => {
  const catalog = createCatalog({
    bundled: edition(model('p', 'm', { usd: 1 }), model('q', 'm')),
    overrides: [
      { provider: 'q', id: 'm', contextWindow: 5 },
      { id: 'm', contextWindow: 77, price: { input: 0, output: 0 } },
    ],
  })
  expect(catalog.list().map(({ provider, contextWindow }) => [provider, contextWindow])).toEqual([
    ['p', 77],
    ['q', 5],
  ])
  // Applies even at a server that is not in the catalog.
  expect(catalog.find('custom', 'm')).toMatchObject({ provider: 'custom', contextWindow: 77, price: { input: 0 } })
  expect(catalog.find('custom', 'other')).toBeUndefined()
})

test('a refresh replaces the catalog and stores it in a private file for the next process', async () => {
  const cachePath = join(await tempFolder(), 'cache', 'models.json')
  const bundled = edition(model('p', 'm', { usd: 1 }), model('p', 'old'))
  const catalog = createCatalog({ bundled, cachePath, url: await serveJson(news), now })
  expect([catalog.version, catalog.find('p', 'm')?.contextWindow]).toEqual(['2026-07-02', 1000])
  await catalog.refresh({ signal })

  for (const known of [catalog, createCatalog({ bundled, cachePath })]) {
    expect(known.version).toBe('2026-11-21')
    expect(known.find('p', 'm')).toMatchObject({
      contextWindow: 9000,
      price: { input: 4e6, source: 'models.dev', version: '2026-11-21' },
    })
    expect(known.list('p').map(({ id }) => id)).toEqual(['m', 'old'])
  }
  expect((await stat(cachePath)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(cachePath, '..'))).toEqual(['models.json'])
})

test('a newer bundled table takes precedence over the cache', async () => {
  const cachePath = join(await tempFolder(), 'models.json')
  await writeFile(cachePath, JSON.stringify({ snapshot: '2025-01-01', providers: news }))
  const catalog = createCatalog({ bundled: edition(model('p', 'm')), cachePath })
  expect([catalog.version, catalog.find('p', 'm')?.contextWindow]).toEqual(['2026-07-02', 1000])
})

test.each<[string, RequestListener]>([
  ['an error', (_, response) => response.writeHead(500).end('no')],
  ['a page', (_, response) => response.end('<html>')],
  ['another JSON', (_, response) => response.end('{"error":"moved"}')],
  ['half an answer', (_, response) => void response.write('{"p":', () => response.destroy())],
])('a refresh that gets %s fails and leaves the catalog unchanged', async (_, listener) => {
  const cachePath = join(await tempFolder(), 'models.json')
  await writeFile(cachePath, JSON.stringify({ snapshot: '2026-08-01', providers: news }))
  const catalog = createCatalog({ bundled: edition(), cachePath, url: await serve(listener) })
  await expect(catalog.refresh({ signal })).rejects.toMatchObject({ code: expect.stringMatching(/^catalog\//) })
  expect(catalog.find('p', 'm')?.contextWindow).toBe(9000)
  expect(await readFile(cachePath, 'utf8')).toContain('2026-08-01')
})

test('an abort ends a refresh', async () => {
  const controller = new AbortController()
  const url = await serve(() => controller.abort(new Error('enough')))
  await expect(createCatalog({ url }).refresh({ signal: controller.signal })).rejects.toThrow('enough')
})

test('reports and ignores a broken cache', async () => {
  const cachePath = join(await tempFolder(), 'models.json')
  await writeFile(cachePath, '{"providers":')
  const messages: string[] = []
  const logger = { log: (_: string, message: string) => void messages.push(message) }
  const catalog = createCatalog({ bundled: edition(model('p', 'm')), cachePath, logger })
  expect(catalog.find('p', 'm')).toBeDefined()
  expect(messages).toEqual([expect.stringContaining(cachePath)])
})

test('the bundled table contains the default model of each provider and no duplicates', () => {
  const catalog = createCatalog()
  const hosted = providerPresets.filter(({ isLocal }) => !isLocal)
  expect(hosted.filter(({ id, defaultModel = '' }) => !catalog.find(id, defaultModel)).map(({ id }) => id)).toEqual([])
  const names = catalog.list().map(({ provider, id }) => `${provider} ${id}`)
  expect(new Set(names).size).toBe(names.length)
  const presets = providerPresets.map(({ id }) => id)
  for (const { provider, maxOutputTokens = 0, contextWindow } of catalog.list()) {
    expect(presets).toContain(provider)
    expect(maxOutputTokens).toBeLessThanOrEqual(contextWindow)
  }
})
