import { createHash } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { InterruptError, type ModelRequest, TransportError } from '@hermes/core'
import {
  bedrockEvent,
  bedrockException,
  createBedrockWire,
  eventStreamFrame,
  fail,
  hang,
  startFakeProvider,
  text,
} from '@hermes/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  block,
  callBlock,
  eventStreamHeaders,
  recordedAnswer,
  recordedBlocks,
  recordedLength,
  recordedMessage,
  stopped,
} from '../../testing/bedrock-answer.js'
import { serveLocally, setVariables } from '../../testing/local-server.js'
import { bytes, readAnswer, respondWith } from '../../testing/recorded.js'
import { createAnswerParser } from './answer-parser.js'
import { createConverseParser } from './body-parser.js'
import { createConverseAnswer } from './from-wire.js'
import { type BedrockOptions, createBedrockTransport } from './transport.js'

const request: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const signal = new AbortController().signal
const wire = createBedrockWire()
const endpoint = 'https://bedrock-runtime.us-east-1.amazonaws.com'

/** Creates a transport whose server sends these chunks. */
function replaying(pieces: readonly Uint8Array[], headers = eventStreamHeaders, options: BedrockOptions = {}) {
  return createBedrockTransport({ apiKey: 'key-123456', fetch: respondWith(pieces, headers), ...options })
}

function failureOf(pieces: readonly Uint8Array[], headers = eventStreamHeaders) {
  return readAnswer(replaying(pieces, headers).stream(request, { signal })).catch((error: unknown) => error)
}

/** Parses the answer from the same chunks without a transport. */
function parsed(...pieces: readonly Uint8Array[]) {
  const context = { provider: 'Amazon Bedrock', baseUrl: endpoint, model: 'm' }
  const answer = createConverseAnswer({ id: 'bedrock', origin: endpoint, model: 'm', generateId: () => 'made' })
  const reader = createAnswerParser(answer, context)
  const parser = createConverseParser(new Response(null, { headers: eventStreamHeaders }), true, reader)
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return reader.finish()
}

describe('a recorded stream', () => {
  test('gives the same answer for every chunk boundary', async () => {
    const whole = await readAnswer(replaying([recordedAnswer]).stream(request, { signal }))
    expect(whole).toMatchObject({
      message: recordedMessage,
      reason: 'tool-calls',
      usage: { inputTokens: 5, outputTokens: 89, cacheReadTokens: 90, cacheWriteTokens: 7 },
    })
    expect(whole.message.provider_data?.bedrock?.blocks).toEqual(recordedBlocks)
    const { message, reason, usage } = whole
    for (let at = 0; at <= recordedAnswer.length; at++) {
      const finish = parsed(recordedAnswer.subarray(0, at), recordedAnswer.subarray(at))
      expect(finish).toEqual({ type: 'finish', message, reason, usage })
    }
  })

  test('that is cut at any position throws instead of finishing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: recordedLength }), async (at) => {
        const error = await failureOf([recordedAnswer.subarray(0, at)])
        expect(TransportError.is(error) && error.kind).toMatch(/^(network|protocol)$/)
      }),
      { numRuns: 150 },
    )
  })

  test('is complete if the connection breaks after the stop reason', async () => {
    let pulls = 0
    const body = new ReadableStream({
      pull(controller) {
        if (++pulls > 1) controller.error(new Error('reset'))
        else
          controller.enqueue(
            Buffer.concat([block(0, [{ text: 'done' }]), bedrockEvent('messageStop', { stopReason: 'end_turn' })]),
          )
      },
    })
    const fetch = async () => new Response(body, { headers: eventStreamHeaders })
    const { message } = await readAnswer(replaying([], undefined, { fetch }).stream(request, { signal }))
    expect(message.content).toBe('done')
  })

  test('gives few events for few chunks', async () => {
    const flood = Array.from({ length: 1_000 }, () =>
      bedrockEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'abcd' } }),
    )
    const { events, message } = await readAnswer(
      replaying([Buffer.concat([...flood, stopped('end_turn')])]).stream(request, { signal }),
    )
    expect(events.map((event) => event.type)).toEqual(['text-delta', 'finish'])
    expect(message.content).toBe('abcd'.repeat(1_000))
  })
})

describe('unusable answers are errors', () => {
  const begun = block(0, [{ text: 'so far' }])

  test.each<[string, Uint8Array, string, string]>([
    ['an exception', bedrockException('throttlingException', { message: 'Slow down' }), 'rate-limit', 'Slow down'],
    [
      'an error of the event stream itself',
      eventStreamFrame({ ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'Broken' }, ''),
      'overloaded',
      'Broken',
    ],
    ['an event that is not JSON', eventStreamFrame({ ':event-type': 'contentBlockDelta' }, '{"del'), 'protocol', ''],
    ['bytes that are no frames', Buffer.alloc(100, 1), 'protocol', 'damaged'],
    [
      'a call without a tool name',
      Buffer.concat([callBlock(1, { toolUseId: 'a' }, '{}'), stopped('tool_use')]),
      'protocol',
      '',
    ],
    ['output that the service could not parse', stopped('malformed_tool_use'), 'protocol', 'malformed_tool_use'],
  ])('%s', async (_, bytesOfIt, kind, words) => {
    const error = await failureOf([Buffer.concat([begun, bytesOfIt])])
    expect(error).toMatchObject({ kind, message: expect.stringContaining(words) })
  })

  test('HTML names the base URL', async () => {
    const error = await failureOf([bytes('<!doctype html><title>Welcome</title>')], { 'content-type': 'text/html' })
    expect(error).toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining('https://bedrock-runtime.us-east-1'),
    })
  })

  test('an empty JSON response', async () => {
    const body = { output: { message: { role: 'assistant', content: [{ text: 'a' }] } } }
    for (const sent of ['{}', '{"output"', JSON.stringify(body)]) {
      const error = await failureOf([bytes(sent)], { 'content-type': 'application/json' })
      expect(error).toMatchObject({ kind: 'protocol' })
    }
  })
})

test('reads a single JSON response when streaming is off', async () => {
  await using provider = await startFakeProvider({ wire, script: text('One piece.', { usage: { inputTokens: 3 } }) })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key', streaming: false })
  const { message, usage } = await readAnswer(transport.stream(request, { signal }))
  expect(message).toEqual({ role: 'assistant', content: 'One piece.' })
  expect(usage.inputTokens).toBe(3)
  expect(provider.requests[0]?.path).toBe('/model/m/converse')
})

test('times out when the server does not respond, and closes the connection', async () => {
  await using provider = await startFakeProvider({ wire, script: hang() })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key', timeouts: { responseMs: 300 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  // On a busy machine, the timeout may fire before the request arrives.
  for (const { ended } of provider.requests) expect(await ended).toBe('left')
})

test('times out when the stream stalls, and closes the connection', async () => {
  await using provider = await startFakeProvider({ wire, script: hang(text('some text')) })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key', timeouts: { idleMs: 50 } })
  const error = await readAnswer(transport.stream(request, { signal })).catch((e: unknown) => e)
  expect(error).toMatchObject({ kind: 'timeout' })
  expect(await (await provider.request(1)).ended).toBe('left')
})

test('an abort closes the connection even while no events are read', async () => {
  await using provider = await startFakeProvider({ wire, script: [hang(text('some text'))] })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
  const abort = new AbortController()
  const events = transport.stream(request, { signal: abort.signal })[Symbol.asyncIterator]()
  await events.next()
  const reason = new InterruptError()
  abort.abort(reason)
  expect(await (await provider.request(1)).ended).toBe('left')
  await expect(events.next()).rejects.toBe(reason)
})

test('encodes the model name in the path', async () => {
  const arn = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1'
  await using provider = await startFakeProvider({ wire, script: text('ok'), models: [arn] })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
  await readAnswer(transport.stream({ ...request, model: arn }, { signal }))
  expect(provider.requests[0]?.path).toBe(`/model/${encodeURIComponent(arn)}/converse-stream`)
})

describe('credentials', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' }

  /** Returns the headers of a call and the checksum of the received body. */
  async function sentBy(options: BedrockOptions) {
    let sent: { headers: Record<string, unknown>; checksum: string } | undefined
    const baseUrl = await serveLocally(async (incoming, response) => {
      const checksum = createHash('sha256')
        .update(await readText(incoming))
        .digest('hex')
      sent = { headers: incoming.headers, checksum }
      response.writeHead(200, eventStreamHeaders).end(recordedAnswer)
    })
    await readAnswer(createBedrockTransport({ baseUrl, ...options }).stream(request, { signal }))
    return sent
  }

  test('keys sign the body, the headers and the region', async () => {
    const sent = await sentBy({ credentials: keys, region: 'eu-west-1', headers: { 'x-team': 'blue' } })
    const { authorization } = sent?.headers ?? {}
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request/)
    expect(authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token[^,]*;x-team/)
    expect(sent?.headers).toMatchObject({ 'x-amz-security-token': 'session', 'x-team': 'blue' })
    expect(sent?.headers['x-amz-content-sha256']).toBe(sent?.checksum)
  })

  test('an API key takes precedence', async () => {
    const sent = await sentBy({ apiKey: ' key \n', credentials: keys })
    expect(sent?.headers.authorization).toBe('Bearer key')
  })

  test('a profile and the default chain are read only on request', async () => {
    setVariables({
      AWS_ACCESS_KEY_ID: 'AKIDENVIRONMENT',
      AWS_SECRET_ACCESS_KEY: 'canary',
      AWS_BEARER_TOKEN_BEDROCK: 'canary',
      AWS_REGION: 'canary-1',
      AWS_ENDPOINT_URL: 'https://canary.example',
      AWS_EXECUTION_ENV: 'canary',
      AWS_SDK_UA_APP_ID: 'canary',
      AWS_CONFIG_FILE: '/nonexistent/config',
      AWS_SHARED_CREDENTIALS_FILE: '/nonexistent/credentials',
    })
    const own = await sentBy({ credentials: keys })
    expect(JSON.stringify(own)).not.toMatch(/canary|AKIDENVIRONMENT/)
    expect(own?.headers['user-agent']).toBe('hermes')
    const chain = await sentBy({ credentials: 'default-chain' })
    expect(chain?.headers.authorization).toMatch(/Credential=AKIDENVIRONMENT\/\d{8}\/us-east-1/)
    const profile = sentBy({ credentials: { profile: 'work' } })
    await expect(profile).rejects.toMatchObject({ kind: 'auth', message: expect.stringContaining('profile') })
    const anonymous = createBedrockTransport().stream(request, { signal })
    await expect(readAnswer(anonymous)).rejects.toMatchObject({
      kind: 'auth',
      message: expect.stringContaining('AWS_BEARER_TOKEN_BEDROCK'),
    })
  })

  test('are not sent to a redirect', async () => {
    let visits = 0
    const elsewhere = await serveLocally((_, response) => {
      visits++
      response.end()
    })
    const baseUrl = await serveLocally((_, response) => {
      response.writeHead(307, { location: elsewhere }).end()
    })
    const transport = createBedrockTransport({ baseUrl, apiKey: 'key' })
    await expect(readAnswer(transport.stream(request, { signal }))).rejects.toMatchObject({ kind: 'protocol' })
    expect(visits).toBe(0)
  })
})

test('recovers after a broken connection and a rejection', async () => {
  const script = [
    fail(new TransportError('network', 'Gone.')),
    text('first'),
    fail(new TransportError('auth', 'Expired.')),
    text('second'),
  ]
  await using provider = await startFakeProvider({ wire, script })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
  const ask = () => readAnswer(transport.stream(request, { signal }))
  await expect(ask()).rejects.toMatchObject({ kind: 'network' })
  expect((await ask()).message.content).toBe('first')
  await expect(ask()).rejects.toMatchObject({ kind: 'auth' })
  expect((await ask()).message.content).toBe('second')
})

test('uses the endpoint of the region, in the domain of its partition', async () => {
  const urls: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push(new URL(String(input)).host)
    return new Response(recordedAnswer, { headers: eventStreamHeaders })
  }
  for (const region of [undefined, 'eu-central-1', 'cn-north-1', 'eusc-de-east-1']) {
    const transport = createBedrockTransport({ fetch, apiKey: 'key', ...(region && { region }) })
    await readAnswer(transport.stream(request, { signal }))
  }
  expect(urls).toEqual([
    'bedrock-runtime.us-east-1.amazonaws.com',
    'bedrock-runtime.eu-central-1.amazonaws.com',
    'bedrock-runtime.cn-north-1.amazonaws.com.cn',
    'bedrock-runtime.eusc-de-east-1.amazonaws.eu',
  ])
})
