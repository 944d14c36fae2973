import { InterruptError, type ModelRequest, TransportError } from '@hermes/core'
import { createAnthropicWire, hang, reasoning, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { expect, onTestFinished, test } from 'vitest'
import {
  block,
  messageEvent,
  recordedAnswer,
  redacted,
  secondThought,
  started,
  stopped,
  thought,
} from '../../testing/anthropic-answer.js'
import { serveLocally, setVariables } from '../../testing/local-server.js'
import { bytes, cutEverywhere, lengthUntilComplete, readAnswer, respondWith } from '../../testing/recorded.js'
import { createAnswerParser } from './answer-parser.js'
import { createMessageBuilder } from './from-wire.js'
import { type AnthropicOptions, createAnthropicTransport } from './transport.js'

for (const streaming of [true, false]) {
  transportContract({
    name: streaming ? 'anthropic' : 'anthropic, answers whole',
    wire: createAnthropicWire(),
    create: ({ baseUrl, apiKey }) => createAnthropicTransport({ baseUrl, apiKey, streaming }),
    ...(!streaming && { gaps: { streaming: 'it was told not to' } }),
  })
}

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const signal = new AbortController().signal

/** Creates a transport whose server sends these chunks. */
function replaying(pieces: readonly Uint8Array[], options: AnthropicOptions & { type?: string } = {}) {
  const { type = 'text/event-stream', ...rest } = options
  const fetch = respondWith(pieces, { 'content-type': type })
  return createAnthropicTransport({ baseUrl: 'https://model.example', apiKey: 'key-123456', fetch, ...rest })
}

async function failureOf(body: string, options: AnthropicOptions & { type?: string } = {}): Promise<unknown> {
  return readAnswer(replaying([bytes(body)], options).stream(request, { signal })).catch((error: unknown) => error)
}

/** Starts a fake provider for the duration of the test. */
async function speaking(script: Parameters<typeof startFakeProvider>[0]['script']) {
  const provider = await startFakeProvider({ wire: createAnthropicWire(), script })
  onTestFinished(() => provider.close())
  return provider
}

test('reads the same answer for every chunk boundary, even inside characters', async () => {
  const all = bytes(recordedAnswer)
  const whole = await readAnswer(replaying([all]).stream(request, { signal }))
  expect(whole.message).toEqual({
    role: 'assistant',
    content: 'Grüße 👋',
    reasoning: 'Überlegen\n\nNochmal',
    tool_calls: [
      { id: 'toolu_01', type: 'function', function: { name: 'read_file', arguments: '{"path": "é.txt","n":1.0}' } },
      { id: 'toolu_02', type: 'function', function: { name: 'todo', arguments: '{}' } },
    ],
    provider_data: {
      anthropic: {
        origin: 'https://model.example',
        model: 'm',
        blocks: [
          thought,
          redacted,
          { type: 'text', length: 8 },
          secondThought,
          { type: 'tool_use', id: 'toolu_01' },
          { type: 'tool_use', id: 'toolu_02' },
        ],
      },
    },
  })
  expect(whole.usage).toEqual({
    inputTokens: 5,
    cacheReadTokens: 90,
    cacheWriteTokens: 7,
    outputTokens: 89,
    reasoningTokens: 40,
  })
  for (const pieces of cutEverywhere(all)) {
    const { message, usage, reason } = await readAnswer(replaying(pieces).stream(request, { signal }))
    expect({ message, usage, reason }).toEqual({ message: whole.message, usage: whole.usage, reason: 'tool-calls' })
  }
})

test('assembles the text of interleaved blocks for any chunk size', async () => {
  const words = (count: number, more = '') =>
    Array.from({ length: count }, (_, index) => ({ type: 'text_delta', text: `${index}${more} ` }))
  const start = { type: 'text', text: '' }
  const stream = [
    started(),
    block(0, start, ...words(300), { type: 'text_delta', text: 'a "quoted"\nline' }, ...words(20, 'é')),
    block(1, start, ...words(300, 'b')),
    stopped('end_turn'),
  ].join('')
  const expected = [...words(300), { text: 'a "quoted"\nline' }, ...words(20, 'é'), ...words(300, 'b')]
  const all = bytes(stream)
  for (const size of [all.length, 4096, 777]) {
    const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
    const { message, events } = await readAnswer(replaying(pieces).stream(request, { signal }))
    expect(message.content).toBe(expected.map(({ text }) => text).join(''))
    expect(events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe(message.content)
  }
})

test('a stream that is cut before its final event throws instead of finishing', async () => {
  const all = bytes(recordedAnswer)
  const builder = createMessageBuilder({ id: 'a', origin: 'https://m.example', model: 'm', generateId: () => 'a' })
  const context = { provider: 'p', baseUrl: 'https://m.example', model: 'm' }
  // Without the empty line, the last event is incomplete.
  const length = lengthUntilComplete(all, createAnswerParser(builder, context))
  expect(length).toBeGreaterThanOrEqual(all.length - 1)
  for (let at = 0; at < length; at += 83) {
    const error = await readAnswer(replaying([all.slice(0, at)]).stream(request, { signal })).catch((e: unknown) => e)
    expect(TransportError.is(error) && error.kind).toMatch(/^(network|protocol)$/)
  }
})

test('keeps an answer if the connection breaks after its final event', async () => {
  let pulls = 0
  const body = new ReadableStream({
    pull(controller) {
      if (++pulls === 1) controller.enqueue(bytes(recordedAnswer))
      else controller.error(new Error('reset'))
    },
  })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const { reason } = await readAnswer(createAnthropicTransport({ fetch, apiKey: 'k' }).stream(request, { signal }))
  expect(reason).toBe('tool-calls')
})

test.each([
  [
    'an overload in the middle of a stream of status 200',
    started() + messageEvent({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    'overloaded',
    'Overloaded',
  ],
  [
    'an event named error',
    'event: error\ndata: {"error":{"type":"rate_limit_error","message":"Slow down"}}\n\n',
    'rate-limit',
    'Slow down',
  ],
  ['data that is not JSON', 'data: {"type\n\n', 'protocol', ''],
  ['an end without a reason', started() + stopped(null), 'protocol', 'without saying why'],
  [
    'a call without a tool name',
    started() + block(0, { type: 'tool_use', id: 'a', input: {} }) + stopped('tool_use'),
    'protocol',
    'names no tool',
  ],
])('%s is an error', async (_, body, kind, words) => {
  expect(await failureOf(body)).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test('names the base URL for a body that is not a message', async () => {
  const page = await failureOf('<!doctype html><title>Welcome</title>', { type: 'text/html' })
  const other = await failureOf('{"choices":[]}', { type: 'application/json', streaming: false })
  for (const error of [page, other]) {
    expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('https://model.example') })
  }
})

test('throws for an error object with status 200 when streaming is off', async () => {
  const body = JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })
  expect(await failureOf(body, { type: 'application/json', streaming: false })).toMatchObject({ kind: 'overloaded' })
})

test('an abort closes the connection even while no events are read', async () => {
  const provider = await speaking([hang(text('some text'))])
  const abort = new AbortController()
  const transport = createAnthropicTransport({ baseUrl: provider.baseUrl })
  const events = transport.stream(request, { signal: abort.signal })[Symbol.asyncIterator]()
  await events.next()
  const reason = new InterruptError()
  abort.abort(reason)
  expect(await (await provider.request(1)).ended).toBe('left')
  await expect(events.next()).rejects.toBe(reason)
})

test('times out when the server does not respond, and closes the connection', async () => {
  const provider = await speaking([hang()])
  const transport = createAnthropicTransport({ baseUrl: provider.baseUrl, timeouts: { responseMs: 300 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  // On a busy machine, the timeout may fire before the request arrives.
  for (const { ended } of provider.requests) expect(await ended).toBe('left')
})

test('times out when the stream stalls, and closes the connection', async () => {
  const provider = await speaking([hang(text('some text'))])
  const transport = createAnthropicTransport({ baseUrl: provider.baseUrl, timeouts: { idleMs: 50 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  expect(await (await provider.request(1)).ended).toBe('left')
})

test('appends the route to any form of the base URL', async () => {
  const paths: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    paths.push(new URL(input instanceof Request ? input.url : input).pathname)
    return new Response(bytes(recordedAnswer), { headers: { 'content-type': 'text/event-stream' } })
  }
  for (const path of ['', '/', '/v1', '/v1/', '/v1/messages', '/anthropic', '/anthropic/v1']) {
    const baseUrl = `https://model.example${path}`
    await readAnswer(createAnthropicTransport({ baseUrl, fetch }).stream(request, { signal }))
  }
  expect(new Set(paths.slice(0, 5))).toEqual(new Set(['/v1/messages']))
  expect(new Set(paths.slice(5))).toEqual(new Set(['/anthropic/v1/messages']))
  expect(() => createAnthropicTransport({ baseUrl: 'model.example' })).toThrow(/is not a base URL/)
})

/** Returns the headers of one request. */
async function headersOf(options: AnthropicOptions): Promise<Headers> {
  let sent = new Headers()
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent = new Headers(init?.headers)
    return new Response(bytes(recordedAnswer), { headers: { 'content-type': 'text/event-stream' } })
  }
  await readAnswer(createAnthropicTransport({ ...options, fetch }).stream(request, { signal }))
  return sent
}

test.each<[string, AnthropicOptions, string | null, string | null]>([
  ['a key for Anthropic', { apiKey: ' sk-ant-api03-x \n' }, 'sk-ant-api03-x', null],
  ['the token of a login', { apiKey: 'sk-ant-oat01-x' }, null, 'Bearer sk-ant-oat01-x'],
  ['a key for another server', { apiKey: 'k', baseUrl: 'https://model.example' }, 'k', 'Bearer k'],
  ['a bearer token on demand', { apiKey: 'k', auth: 'bearer' }, null, 'Bearer k'],
  ['no key', {}, null, null],
])('authentication headers: %s', async (_, options, key, authorization) => {
  const headers = await headersOf(options)
  expect([headers.get('x-api-key'), headers.get('authorization')]).toEqual([key, authorization])
  expect(headers.get('anthropic-beta')).toBe(authorization && !key && !options.auth ? 'oauth-2025-04-20' : null)
})

test('sends only the configured headers, regardless of the environment', async () => {
  setVariables({
    ANTHROPIC_API_KEY: 'sk-canary',
    ANTHROPIC_AUTH_TOKEN: 'canary-token',
    ANTHROPIC_BASE_URL: 'https://canary.example',
    ANTHROPIC_CUSTOM_HEADERS: 'x-secret: canary\nAnthropic-Beta: canary\nAuthorization: canary',
  })
  const without = await headersOf({})
  const withOwn = await headersOf({ headers: { 'X-Title': 'me', 'Anthropic-Beta': 'mine' } })
  expect(Object.fromEntries(withOwn)).toMatchObject({
    'x-title': 'me',
    'anthropic-beta': 'mine',
    'user-agent': 'hermes',
  })
  expect(withOwn.get('anthropic-version')).toBe('2023-06-01')
  expect(JSON.stringify([...without, ...withOwn])).not.toMatch(/canary|stainless/)
})

test('does not send the key to a redirect', async () => {
  const seen: string[] = []
  const baseUrl = await serveLocally((incoming, response) => {
    seen.push(incoming.url ?? '')
    response.writeHead(307, { location: 'http://localhost:1/elsewhere' }).end()
  })
  const transport = createAnthropicTransport({ baseUrl, apiKey: 'secret' })
  await expect(readAnswer(transport.stream(request, { signal }))).rejects.toMatchObject({
    kind: 'protocol',
    status: 307,
  })
  expect(seen).toEqual(['/v1/messages'])
})

test('sends thinking back to the model that wrote it, which rejects changes', async () => {
  const provider = await speaking([reasoning('Hm.', text('Yes.')), text('ok'), text('ok')])
  const transport = createAnthropicTransport({ baseUrl: provider.baseUrl })
  const first = await readAnswer(transport.stream(request, { signal }))
  const again: ModelRequest = {
    ...request,
    messages: [...request.messages, first.message, { role: 'user', content: '?' }],
  }
  await readAnswer(transport.stream(again, { signal }))
  expect(JSON.stringify(provider.requests[1]?.body)).toContain('"thinking":"Hm."')
  await readAnswer(transport.stream({ ...again, model: 'other' }, { signal }))
  expect(JSON.stringify(provider.requests[2]?.body)).not.toContain('Hm.')
})
