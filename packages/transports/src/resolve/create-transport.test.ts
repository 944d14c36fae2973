import { createAnthropicWire, createResponsesWire, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createTransport } from './create-transport.js'
import { resolveProvider } from './resolve-provider.js'

const request = { model: 'fake-model', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
const options = { signal: new AbortController().signal }

test('a resolved provider becomes a transport that reaches it with its key', async () => {
  await using provider = await startFakeProvider({ script: text('Good day'), apiKey: 'key-of-the-server' })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model' }
  const transport = createTransport(resolveProvider(settings, { CUSTOM_API_KEY: 'key-of-the-server' }))
  const events = []
  for await (const event of transport.stream(request, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
})

test('the API mode decides which wire is spoken', async () => {
  await using provider = await startFakeProvider({ wire: createResponsesWire(), script: text('Good day') })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model', apiMode: 'codex_responses' }
  const transport = createTransport(resolveProvider(settings, {}))
  const events = []
  for await (const event of transport.stream(request, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(provider.requests[0]?.path).toBe('/v1/responses')
})

test("Anthropic's wire is spoken with the key and the cache that were asked for", async () => {
  await using provider = await startFakeProvider({ wire: createAnthropicWire(), script: text('Good day'), apiKey: 'k' })
  const settings = { provider: 'anthropic', baseUrl: provider.baseUrl, apiKey: 'k' }
  const transport = createTransport(resolveProvider(settings, {}), { cache: '1h' })
  const events = []
  for await (const event of transport.stream({ ...request, system: 's' }, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(JSON.stringify(provider.requests[0]?.body.system)).toContain('"ttl":"1h"')
})

test('a key that is refused names the variable that it came from', async () => {
  await using provider = await startFakeProvider({ script: text('never'), apiKey: 'right' })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model' }
  for (const variables of [{ CUSTOM_API_KEY: 'wrong' }, {}]) {
    const transport = createTransport(resolveProvider(settings, variables))
    const first = transport.stream(request, options)[Symbol.asyncIterator]().next()
    await expect(first).rejects.toMatchObject({ kind: 'auth', message: expect.stringContaining('CUSTOM_API_KEY') })
  }
})

test('offline needs nothing', () => {
  expect(createTransport(resolveProvider({}, {})).apiMode).toBe('offline')
})

test('an API mode of an extension is refused', () => {
  const resolved = { ...resolveProvider({}, {}), apiMode: 'smoke' }
  expect(() => createTransport(resolved)).toThrow(/smoke/)
})
