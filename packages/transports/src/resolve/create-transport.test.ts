import { createAnthropicWire, createResponsesWire, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createTransport } from './create-transport.js'
import { resolveProvider } from './resolve-provider.js'

const request = { model: 'fake-model', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }
const options = { signal: new AbortController().signal }

test('creates a transport that calls the resolved provider with its key', async () => {
  await using provider = await startFakeProvider({ script: text('Good day'), apiKey: 'key-of-the-server' })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model' }
  const transport = createTransport(resolveProvider(settings, { CUSTOM_API_KEY: 'key-of-the-server' }))
  const events = []
  for await (const event of transport.stream(request, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
})

test('calls the API of the given API mode', async () => {
  await using provider = await startFakeProvider({ wire: createResponsesWire(), script: text('Good day') })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model', apiMode: 'codex_responses' }
  const transport = createTransport(resolveProvider(settings, {}))
  const events = []
  for await (const event of transport.stream(request, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(provider.requests[0]?.path).toBe('/v1/responses')
})

test("uses Anthropic's API with the given key and cache setting", async () => {
  await using provider = await startFakeProvider({ wire: createAnthropicWire(), script: text('Good day'), apiKey: 'k' })
  const settings = { provider: 'anthropic', baseUrl: provider.baseUrl, apiKey: 'k' }
  const transport = createTransport(resolveProvider(settings, {}), { cache: '1h' })
  const events = []
  for await (const event of transport.stream({ ...request, system: 's' }, options)) events.push(event)
  expect(events.at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(JSON.stringify(provider.requests[0]?.body.system)).toContain('"ttl":"1h"')
})

test('names the variable of a rejected key', async () => {
  await using provider = await startFakeProvider({ script: text('never'), apiKey: 'right' })
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'fake-model' }
  for (const variables of [{ CUSTOM_API_KEY: 'wrong' }, {}]) {
    const transport = createTransport(resolveProvider(settings, variables))
    const first = transport.stream(request, options)[Symbol.asyncIterator]().next()
    await expect(first).rejects.toMatchObject({ kind: 'auth', message: expect.stringContaining('CUSTOM_API_KEY') })
  }
})

test('names providers of other regions and plans that share the variable of a rejected key', async () => {
  await using provider = await startFakeProvider({ script: text('never'), apiKey: 'right' })
  const refusal = async (id: string, variable: string) => {
    const resolved = resolveProvider({ provider: id }, { [variable]: 'wrong' })
    const transport = createTransport({ ...resolved, baseUrl: provider.baseUrl })
    const error: unknown = await Array.fromAsync(transport.stream(request, options)).catch((thrown) => thrown)
    return String(error)
  }
  const advice = 'If the key is of another region or plan, set model.provider to'
  expect(await refusal('moonshot', 'MOONSHOT_API_KEY')).toContain(`${advice} "moonshot-cn".`)
  expect(await refusal('alibaba-cn', 'DASHSCOPE_API_KEY')).toContain(`${advice} "alibaba".`)
  expect(await refusal('groq', 'GROQ_API_KEY')).not.toContain(advice)
})

test('offline needs no settings', () => {
  expect(createTransport(resolveProvider({}, {})).apiMode).toBe('offline')
})

test('rejects the API mode of an extension', () => {
  const resolved = { ...resolveProvider({}, {}), apiMode: 'smoke' }
  expect(() => createTransport(resolved)).toThrow(/smoke/)
})
