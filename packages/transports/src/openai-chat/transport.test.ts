import type { ServerResponse } from 'node:http'
import { InterruptError, type ModelRequest, TransportError } from '@hermes/core'
import { hang, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveLocally, setVariables } from '../../testing/local-server.js'
import { bytes, readAnswer, respondWith } from '../../testing/recorded.js'
import type { OpenAIChatOptions } from './chat-over.js'
import { createOpenAIChatTransport } from './transport.js'

transportContract({
  name: 'openai-chat',
  create: ({ baseUrl, apiKey }) => createOpenAIChatTransport({ baseUrl, apiKey }),
})

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const signal = new AbortController().signal
const eventStream = { 'content-type': 'text/event-stream' }

/** Creates a transport whose server sends these chunks. */
function replaying(
  pieces: readonly Uint8Array[],
  headers: Record<string, string> = eventStream,
  options: OpenAIChatOptions = {},
) {
  const fetch = respondWith(pieces, headers)
  return createOpenAIChatTransport({ baseUrl: 'https://model.example/v1', apiKey: 'key-123456', fetch, ...options })
}

function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`
}

const recorded = [
  ': PROCESSING\n\n',
  chunk({ role: 'assistant', content: '', reasoning: 'Überlegen' }),
  chunk({ content: 'Grüße 👋' }),
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"é' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '.txt"}' } }] }),
  chunk({}, 'tool_calls'),
  'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}\n\n',
  'data: [DONE]\n\n',
].join('')

test('reads the same answer for every chunk boundary, even inside characters', async () => {
  const whole = await readAnswer(replaying([bytes(recorded)]).stream(request, { signal }))
  expect(whole.message).toMatchObject({
    content: 'Grüße 👋',
    reasoning: 'Überlegen',
    tool_calls: [{ id: 'a', function: { name: 'read_file', arguments: '{"path":"é.txt"}' } }],
  })
  const all = bytes(recorded)
  for (let at = 0; at <= all.length; at++) {
    const { message, usage } = await readAnswer(
      replaying([all.slice(0, at), all.slice(at)]).stream(request, { signal }),
    )
    expect({ message, usage }).toEqual({ message: whole.message, usage: whole.usage })
  }
})

test('a stream that is cut at any position throws instead of finishing', async () => {
  const all = bytes(recorded)
  const complete = bytes(recorded.slice(0, recorded.indexOf('data: {"choices":[],'))).length
  const cuts = fc.integer({ min: 0, max: complete - 1 })
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const error = await readAnswer(replaying([all.slice(0, at)]).stream(request, { signal })).catch((e: unknown) => e)
      expect(TransportError.is(error) && error.kind).toMatch(/^(network|protocol)$/)
    }),
    { numRuns: 150 },
  )
})

test('keeps an answer whose connection breaks after the finish reason', async () => {
  let pulls = 0
  const body = new ReadableStream({
    pull(controller) {
      if (++pulls === 1) controller.enqueue(bytes(chunk({ content: 'done' }, 'stop')))
      else controller.error(new Error('reset'))
    },
  })
  const fetch = async () => new Response(body, { headers: eventStream })
  const { message, reason } = await readAnswer(createOpenAIChatTransport({ fetch }).stream(request, { signal }))
  expect([message.content, reason]).toEqual(['done', 'stop'])
})

test('joins the deltas of one network chunk', async () => {
  const flood = Array.from({ length: 1000 }, () => chunk({ content: 'abcd' })).join('') + chunk({}, 'stop')
  const { events, message } = await readAnswer(replaying([bytes(flood)]).stream(request, { signal }))
  expect(events.map((event) => event.type)).toEqual(['text-delta', 'finish'])
  expect(message.content).toBe('abcd'.repeat(1000))
})

test('reads a single JSON response when streaming is off', async () => {
  await using provider = await startFakeProvider({ script: [text('One piece.', { usage: { inputTokens: 3 } })] })
  const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, streaming: false })
  const { message, usage, reason } = await readAnswer(transport.stream(request, { signal }))
  expect(message).toEqual({ role: 'assistant', content: 'One piece.' })
  expect([reason, usage.inputTokens]).toEqual(['stop', 3])
  expect(provider.requests[0]?.body).toMatchObject({ stream: false })
  expect(provider.requests[0]?.body).not.toHaveProperty('stream_options')
})

test('accepts a JSON response when streaming is on, and a stream when it is off', async () => {
  const whole = JSON.stringify({ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] })
  const json = replaying([bytes(whole)], { 'content-type': 'application/json' })
  expect((await readAnswer(json.stream(request, { signal }))).message.content).toBe('whole')
  const streamed = replaying([bytes(chunk({ content: 'piece' }, 'stop'))], eventStream, { streaming: false })
  expect((await readAnswer(streamed.stream(request, { signal }))).message.content).toBe('piece')
})

test.each([
  [
    'an error object inside the stream',
    `${chunk({ content: 'so far' })}data: {"error":{"code":502,"message":"Upstream died"}}\n\n`,
    'overloaded',
    'Upstream died',
  ],
  ['an event named error', 'event: error\ndata: {"message":"Slow down","code":429}\n\n', 'rate-limit', 'Slow down'],
  ['the finish reason error', chunk({}, 'error'), 'overloaded', ''],
  [
    'a finish reason error with its cause',
    chunk({}, 'error', { error: { message: 'rate limit hit' } }),
    'rate-limit',
    '',
  ],
  ['data that is not JSON', 'data: {"choi\n\n', 'protocol', ''],
  ['[DONE] without a finish reason', `${chunk({ content: 'a' })}data: [DONE]\n\n`, 'protocol', ''],
  [
    'a call without a tool name',
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }, 'tool_calls'),
    'protocol',
    '',
  ],
])('%s is an error', async (_, body, kind, words) => {
  const error = await readAnswer(replaying([bytes(body)]).stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test('an HTML response names the base URL in the error', async () => {
  const page = replaying([bytes('<!doctype html><title>Welcome</title>')], { 'content-type': 'text/html' })
  const error = await readAnswer(page.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('https://model.example/v1') })
})

test('times out when the server does not respond, and closes the connection', async () => {
  await using provider = await startFakeProvider({ script: hang() })
  const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, timeouts: { responseMs: 300 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  // On a busy machine, the timeout may fire before the request arrives.
  for (const { ended } of provider.requests) expect(await ended).toBe('left')
})

test('times out when the stream stalls, and closes the connection', async () => {
  await using provider = await startFakeProvider({ script: hang(text('some text')) })
  const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, timeouts: { idleMs: 50 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  expect(await (await provider.request(1)).ended).toBe('left')
})

test('an abort closes the connection even while no events are read', async () => {
  await using provider = await startFakeProvider({ script: [hang(text('some text'))] })
  const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl })
  const abort = new AbortController()
  const events = transport.stream(request, { signal: abort.signal })[Symbol.asyncIterator]()
  await events.next()
  const reason = new InterruptError()
  abort.abort(reason)
  expect(await (await provider.request(1)).ended).toBe('left')
  await expect(events.next()).rejects.toBe(reason)
})

test('sends only the configured headers, regardless of the environment', async () => {
  setVariables({
    OPENAI_CUSTOM_HEADERS: 'x-secret: canary',
    OPENAI_API_KEY: 'sk-canary',
    OPENAI_ORG_ID: 'org-canary',
  })
  await using provider = await startFakeProvider({ script: text('ok') })
  const { baseUrl } = provider
  await readAnswer(createOpenAIChatTransport({ baseUrl }).stream(request, { signal }))
  await readAnswer(
    createOpenAIChatTransport({ baseUrl, apiKey: ' key \n', headers: { 'X-Title': 'me' } }).stream(request, { signal }),
  )
  const [without, withKey] = provider.requests.map((sent) => sent.headers)
  expect(without?.authorization).toBeUndefined()
  expect(withKey).toMatchObject({ authorization: 'Bearer key', 'x-title': 'me', 'user-agent': 'hermes' })
  expect(JSON.stringify([without, withKey])).not.toMatch(/canary|stainless/)
})

test('reuses the connection after a complete answer', async () => {
  const open: ServerResponse[] = []
  const origin = await serveLocally((incoming, response) => {
    if (incoming.method === 'GET') return void response.end()
    open.push(response)
    response.writeHead(200, eventStream).write(`${chunk({ content: 'ok' }, 'stop')}data: [DONE]\n\n`)
  })
  const baseUrl = `${origin}/v1`
  await readAnswer(createOpenAIChatTransport({ baseUrl }).stream(request, { signal }))
  // Separate round trips give a closed connection time to be noticed.
  for (let trip = 0; trip < 3; trip++) await fetch(baseUrl)
  const [response] = open
  expect(response?.destroyed).toBe(false)
  response?.end()
})

test('reports an unusable key or URL', async () => {
  expect(() => createOpenAIChatTransport({ baseUrl: 'model.example' })).toThrow(/is not a base URL/)
  const transport = createOpenAIChatTransport({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk–dash' })
  await expect(readAnswer(transport.stream(request, { signal }))).rejects.toMatchObject({ kind: 'auth' })
})
