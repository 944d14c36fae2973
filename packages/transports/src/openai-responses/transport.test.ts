import {
  type AssistantMessage,
  type JsonObject,
  type Message,
  type ModelRequest,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import { call, createResponsesWire, hang, reasoning, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutEverywhere, lengthUntilComplete } from '../../testing/recorded.js'
import { event, recordedEvents, recordedMessage, response } from '../../testing/responses-answer.js'
import { createAnswerParser } from './answer-parser.js'
import { createResponsesAnswer } from './from-wire.js'
import { createOpenAIResponsesTransport, type OpenAIResponsesOptions } from './transport.js'

transportContract({
  name: 'openai-responses',
  wire: createResponsesWire(),
  create: ({ baseUrl, apiKey }) => createOpenAIResponsesTransport({ baseUrl, apiKey }),
})

transportContract({
  name: 'openai-responses, whole',
  wire: createResponsesWire(),
  create: ({ baseUrl, apiKey }) => createOpenAIResponsesTransport({ baseUrl, apiKey, streaming: false }),
  gaps: { streaming: 'streaming is off' },
})

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const signal = new AbortController().signal
const eventStream = { 'content-type': 'text/event-stream' }
const tool = { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } }

/** Creates a transport whose server sends these chunks. */
function replaying(
  pieces: readonly Uint8Array[],
  headers: Record<string, string> = eventStream,
  options: OpenAIResponsesOptions = {},
) {
  const fetch = async () => new Response(ReadableStream.from(pieces), { headers })
  return createOpenAIResponsesTransport({
    baseUrl: 'https://model.example/v1',
    apiKey: 'key-123456',
    fetch,
    ...options,
  })
}

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content)
}

async function read(stream: AsyncIterable<TransportEvent>) {
  const events: TransportEvent[] = []
  for await (const event of stream) events.push(event)
  const finish = events.at(-1)
  if (finish?.type !== 'finish') throw new Error('no finish')
  return { ...finish, events }
}

const recorded = bytes(recordedEvents.join(''))

describe('for every chunk boundary', () => {
  let pieces: readonly Uint8Array[] = []
  const fetch = async () => new Response(ReadableStream.from(pieces), { headers: eventStream })
  const transport = createOpenAIResponsesTransport({ fetch })
  const ask = (...bodies: readonly Uint8Array[]) => {
    pieces = bodies
    return read(transport.stream(request, { signal }))
  }

  test('the answer is the same, even inside characters', async () => {
    const whole = await ask(recorded)
    expect(whole.message).toMatchObject(recordedMessage)
    for (const pieces of cutEverywhere(recorded)) {
      const { message, usage, reason } = await ask(...pieces)
      expect({ message, usage, reason }).toEqual({ message: whole.message, usage: whole.usage, reason: 'tool-calls' })
    }
  })

  test('a stream that ends there throws instead of finishing', async () => {
    const answer = createResponsesAnswer({
      id: 'r',
      origin: 'https://model.example',
      model: 'm',
      generateId: () => 'a',
    })
    const context = { provider: 'p', baseUrl: 'https://model.example', model: 'm' }
    // The blank line after the last event terminates it.
    const length = lengthUntilComplete(recorded, createAnswerParser(answer, context))
    expect(length).toBeGreaterThanOrEqual(recorded.length - 1)
    for (let end = 0; end < length; end += 83) {
      const error = await ask(recorded.subarray(0, end)).catch((reason: unknown) => reason)
      expect(TransportError.is(error) && error.kind).toMatch(/^(network|protocol)$/)
    }
  })
})

test('does not wait for data after the final event', async () => {
  let pulls = 0
  const body = new ReadableStream({
    pull(controller) {
      if (++pulls === 1) controller.enqueue(recorded)
      else controller.error(new Error('reset'))
    },
  })
  const fetch = async () => new Response(body, { headers: eventStream })
  const { message } = await read(createOpenAIResponsesTransport({ fetch }).stream(request, { signal }))
  expect(message).toMatchObject(recordedMessage)
})

test('joins the deltas of one network chunk', async () => {
  const delta = event('response.output_text.delta', { output_index: 0, delta: 'abcd' })
  const flood = delta.repeat(1000) + event('response.completed', { response: { ...response, output: [] } })
  const { events, message } = await read(replaying([bytes(flood)]).stream(request, { signal }))
  expect(events.map(({ type }) => type)).toEqual(['text-delta', 'finish'])
  expect(message.content).toBe('abcd'.repeat(1000))
})

test('accepts a JSON response when streaming is on, and a stream when it is off', async () => {
  const json = replaying([bytes(JSON.stringify(response))], { 'content-type': 'application/json' })
  const whole = await read(json.stream(request, { signal }))
  const streamed = await read(replaying([recorded], eventStream, { streaming: false }).stream(request, { signal }))
  expect(whole.message).toMatchObject(recordedMessage)
  expect(whole.message).toEqual(streamed.message)
  expect(whole.events.map(({ type }) => type)).toEqual([
    'reasoning-delta',
    'text-delta',
    'tool-call-delta',
    'tool-call-delta',
    'finish',
  ])
})

test.each<[string, string, string, string]>([
  [
    'a failed response',
    event('response.failed', {
      response: { ...response, status: 'failed', error: { code: 'server_error', message: 'It broke.' } },
    }),
    'overloaded',
    'It broke.',
  ],
  [
    'a rate limit in the middle',
    event('response.failed', {
      response: {
        status: 'failed',
        error: { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 11.054s.' },
      },
    }),
    'rate-limit',
    'Rate limit reached',
  ],
  [
    'an error event',
    event('error', {
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model.',
    }),
    'context-overflow',
    'exceeds the context window',
  ],
  [
    'an error event with an error inside',
    event('error', { error: { type: 'invalid_request_error', code: 'invalid_image_url', message: 'No picture.' } }),
    'invalid-request',
    'No picture.',
  ],
  ['a response that was cancelled', event('response.done', { response: { status: 'cancelled' } }), 'overloaded', ''],
  ['data that is not JSON', 'data: {"typ\n\n', 'protocol', ''],
  ['[DONE] before the response is complete', 'data: [DONE]\n\n', 'protocol', ''],
  [
    'a call without a tool name',
    event('response.completed', { response: { ...response, output: [{ type: 'function_call', call_id: 'a' }] } }),
    'protocol',
    'names no tool',
  ],
])('%s is an error', async (_, body, kind, words) => {
  const begin = recordedEvents.slice(0, 5).join('')
  const error = await read(replaying([bytes(begin + body)]).stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test.each<[string, object, string]>([
  ['an object that is not a response', { choices: [] }, 'protocol'],
  ['a response that is not complete', { ...response, status: 'in_progress' }, 'protocol'],
  ['an error with status 200', { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } }, 'rate-limit'],
  ['a response that failed', { ...response, status: 'failed', error: { code: 'server_error' } }, 'overloaded'],
])('%s in a JSON response is an error', async (_, body, kind) => {
  const json = replaying([bytes(JSON.stringify(body))], { 'content-type': 'application/json' })
  await expect(read(json.stream(request, { signal }))).rejects.toMatchObject({ kind })
})

test('an HTML response names the base URL in the error', async () => {
  const page = replaying([bytes('<!doctype html><title>Welcome</title>')], { 'content-type': 'text/html' })
  const error = await read(page.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'protocol', message: expect.stringContaining('https://model.example/v1') })
})

test('times out when the server does not respond, and closes the connection', async () => {
  await using provider = await startFakeProvider({ wire: createResponsesWire(), script: hang() })
  const transport = createOpenAIResponsesTransport({ baseUrl: provider.baseUrl, timeouts: { responseMs: 300 } })
  const error = await read(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  // On a busy machine, the timeout may fire before the request arrives.
  for (const { ended } of provider.requests) expect(await ended).toBe('left')
})

test('times out when the stream stalls, and closes the connection', async () => {
  await using provider = await startFakeProvider({ wire: createResponsesWire(), script: hang(text('some text')) })
  const transport = createOpenAIResponsesTransport({ baseUrl: provider.baseUrl, timeouts: { idleMs: 50 } })
  const error = await read(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  expect(await (await provider.request(1)).ended).toBe('left')
})

describe('encrypted reasoning', () => {
  const script = () => reasoning('Hm.', call('read_file', { path: 'a' }, { text: 'Let me look.' }))

  /** Runs one turn: the question, the answer, and the result of its call. */
  async function turn(baseUrl: string): Promise<Message[]> {
    const { message } = await read(createOpenAIResponsesTransport({ baseUrl }).stream(request, { signal }))
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: '',
    }))
    return [...request.messages, message, ...results]
  }

  function inputOf(body: JsonObject | undefined): JsonObject[] {
    return JSON.parse(JSON.stringify(body?.input))
  }

  test('is sent back unchanged, before its message and call', async () => {
    await using provider = await startFakeProvider({ wire: createResponsesWire(), script })
    const messages = await turn(provider.baseUrl)
    await read(
      createOpenAIResponsesTransport({ baseUrl: provider.baseUrl }).stream({ ...request, messages }, { signal }),
    )
    expect(inputOf(provider.requests[1]?.body)).toMatchObject([
      { role: 'user', content: 'Hello' },
      { type: 'reasoning', id: 'rs_1', encrypted_content: expect.any(String), summary: [{ text: 'Hm.' }] },
      { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Let me look.' }] },
      { type: 'function_call', id: 'fc_1_1', call_id: 'call_1', name: 'read_file', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'call_1', output: '' },
    ])
  })

  test('is not sent to another model or server, even after earlier requests', async () => {
    await using first = await startFakeProvider({ wire: createResponsesWire({ issuer: 'first' }), script })
    await using second = await startFakeProvider({ wire: createResponsesWire({ issuer: 'second' }), script })
    const messages = (await turn(first.baseUrl)).map((message) => Object.freeze(message))
    const [own, other] = [first, second].map(({ baseUrl }) => createOpenAIResponsesTransport({ baseUrl }))
    for (const [transport, model] of [
      [own, 'm'],
      [own, 'other'],
      [other, 'm'],
    ] as const) {
      if (transport) await read(transport.stream({ ...request, model, messages }, { signal }))
    }
    expect(inputOf(first.requests[1]?.body)[1]).toHaveProperty('encrypted_content')
    for (const sent of [first.requests[2], second.requests[0]]) {
      expect(inputOf(sent?.body)).toMatchObject([
        { role: 'user' },
        { role: 'assistant', content: 'Let me look.' },
        { type: 'function_call', call_id: 'call_1' },
        { type: 'function_call_output', call_id: 'call_1' },
      ])
    }
  })
})

test('over 50 iterations, each request extends the previous bytes and has the same cache key', async () => {
  const wire = createResponsesWire()
  await using provider = await startFakeProvider({
    wire,
    script: (_, number) =>
      reasoning(`Thought ${number}`, call('read_file', { path: `${number} é` }, { text: `${number}` })),
  })
  const sent: string[] = []
  const transport = createOpenAIResponsesTransport({
    baseUrl: provider.baseUrl,
    fetch: (input, init) => {
      if (typeof init?.body === 'string') sent.push(init.body)
      return fetch(input, init)
    },
  })
  let messages: readonly Message[] = request.messages
  for (let iteration = 0; iteration < 50; iteration++) {
    const { message } = await read(transport.stream({ ...request, messages, tools: [tool] }, { signal }))
    messages = [...messages, Object.freeze(message), ...resultsOf(message)]
  }
  expect(sent).toHaveLength(50)
  for (const [index, body] of sent.entries()) {
    const before = sent[index - 1]
    // Everything except the brackets that close the input and the body.
    if (before) expect(body.startsWith(`${before.slice(0, -2)},`)).toBe(true)
  }
  expect(new Set(provider.requests.map(({ body }) => body.prompt_cache_key)).size).toBe(1)
})

function resultsOf({ tool_calls: calls = [] }: AssistantMessage): Message[] {
  return calls.map(({ id }) => Object.freeze({ role: 'tool', tool_call_id: id, content: `result of ${id}` }))
}

test('the server accepts any of its own answers', async () => {
  const content = fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined })
  const answers = fc.record({ text: content, thought: content, args: fc.array(fc.string({ unit: 'grapheme' })) })
  const wire = createResponsesWire()
  const ofScript: { text?: string | undefined; thought?: string | undefined; args: string[] }[] = []
  await using provider = await startFakeProvider({
    wire,
    script: () => {
      const { text: said, thought, args = [] } = ofScript.shift() ?? {}
      return {
        kind: 'answer',
        calls: args.map((path) => ({ name: 'read_file', args: { path } })),
        ...(said !== undefined && { text: said }),
        ...(thought !== undefined && { reasoning: thought }),
      }
    },
  })
  const transport = createOpenAIResponsesTransport({ baseUrl: provider.baseUrl })
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 4 }), async (conversation) => {
      let messages: readonly Message[] = request.messages
      for (const answer of conversation) {
        ofScript.push(answer)
        const { message } = await read(transport.stream({ ...request, messages, tools: [tool] }, { signal }))
        messages = [...messages, message, ...resultsOf(message), { role: 'user', content: 'Go on' }]
      }
      ofScript.push({ args: [] })
      await read(transport.stream({ ...request, messages }, { signal }))
    }),
    { numRuns: 40 },
  )
})
