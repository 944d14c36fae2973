import Anthropic from '@anthropic-ai/sdk'
import { createAnthropicWire, startFakeProvider, text } from '@hermes/testkit'
import OpenAI, { AzureOpenAI } from 'openai'
import { expect, test } from 'vitest'
import { watchLoads } from '../../testing/loaded-modules.js'
import { serveLocally } from '../../testing/local-server.js'
import { createAnthropicTransport } from '../anthropic/index.js'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { createOpenAIResponsesTransport } from '../openai-responses/index.js'

const signal = new AbortController().signal
const request = { model: 'gpt', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] } as const

/** Starts a server that rejects each call and records its path, headers and body. */
async function listen() {
  const calls: { path: string | undefined; headers: NodeJS.Dict<string | string[]>; body: { model?: string } }[] = []
  const origin = await serveLocally(async (incoming, response) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(incoming)).toString())
    calls.push({ path: incoming.url, headers: incoming.headers, body })
    response.writeHead(400).end('{}')
  })
  return { origin, calls }
}

const refused = (stream: AsyncIterable<unknown>) => expect(Array.fromAsync(stream)).rejects.toThrow()

test('gets the key from a client of the OpenAI SDK for each request', async () => {
  const { origin, calls } = await listen()
  let number = 0
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: async () => `token-${++number}`, project: 'p1' })
  const transport = createOpenAIChatTransport({ client })
  await refused(transport.stream(request, { signal }))
  await refused(transport.stream(request, { signal }))
  expect(calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/chat/completions', 'Bearer token-1'],
    ['/v1/chat/completions', 'Bearer token-2'],
  ])
  expect(calls[0]?.headers).toMatchObject({ 'openai-project': 'p1', 'user-agent': 'hermes' })
  expect(Object.keys(calls[0]?.headers ?? {}).filter((name) => name.startsWith('x-stainless'))).toEqual([])
})

test('calls the deployment of the model with an Azure client', async () => {
  const { origin, calls } = await listen()
  const client = new AzureOpenAI({ baseURL: `${origin}/openai`, apiKey: 'secret', apiVersion: '2026-01-01' })
  await refused(createOpenAIChatTransport({ client }).stream(request, { signal }))
  expect(calls).toMatchObject([
    {
      path: '/openai/deployments/gpt/chat/completions?api-version=2026-01-01',
      headers: { 'api-key': 'secret' },
      body: { model: 'gpt' },
    },
  ])
})

test('accepts an SDK client for the Responses API', async () => {
  const { origin, calls } = await listen()
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'k', defaultHeaders: { 'x-team': 'blue' } })
  await refused(createOpenAIResponsesTransport({ client, headers: { 'X-Own': '1' } }).stream(request, { signal }))
  expect(calls).toMatchObject([{ path: '/v1/responses', headers: { 'x-team': 'blue', 'x-own': '1' } }])
})

test('authenticates as configured in a client of the Anthropic SDK', async () => {
  const { origin, calls } = await listen()
  const client = new Anthropic({ baseURL: origin, authToken: 'login', apiKey: null })
  await refused(createAnthropicTransport({ client }).stream(request, { signal }))
  expect(calls).toMatchObject([
    { path: '/v1/messages', headers: { authorization: 'Bearer login', 'anthropic-version': '2023-06-01' } },
  ])
  expect(calls[0]?.headers).not.toHaveProperty('x-api-key')
})

test('a client that cannot get a token fails the call', async () => {
  const client = new OpenAI({
    baseURL: 'http://127.0.0.1:9/v1',
    apiKey: () => Promise.reject(new Error('the login has ended')),
  })
  await expect(Array.fromAsync(createOpenAIChatTransport({ client }).stream(request, { signal }))).rejects.toThrow()
})

test('loads no SDK without a client, even during calls', async () => {
  const isLoaded = watchLoads()
  const { createTransport, resolveProvider } = await import('../index.js')
  await using chat = await startFakeProvider({ script: text('ok') })
  await using messages = await startFakeProvider({ wire: createAnthropicWire(), script: text('ok') })
  for (const settings of [
    { provider: 'custom', baseUrl: chat.baseUrl, model: 'm' },
    { provider: 'anthropic', baseUrl: messages.baseUrl },
  ]) {
    const transport = createTransport(resolveProvider(settings, {}))
    expect(await Array.fromAsync(transport.stream(request, { signal }))).toContainEqual(
      expect.objectContaining({ type: 'finish' }),
    )
  }
  expect(['openai', '@anthropic-ai/sdk'].filter(isLoaded)).toEqual([])
})
