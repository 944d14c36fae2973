import { type ContextEngine, TransportError } from '@hermes/core'
import { call, fail, hang, type ScriptedReply, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../testing/open-test-gateway.js'
import { commandsHeader } from './completions/post-completion.js'
import { idempotencyHeader } from './request/idempotency-key.js'
import { sessionHeader } from './request/session-header.js'

const key = testKey

async function setUp(replies: Iterable<ScriptedReply>, options: TestGatewayOptions = {}) {
  const gateway = await openTestGateway(replies, options)
  return { ...gateway, client: new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1`, maxRetries: 0 }) }
}

const ask = (content: string) => ({ model: 'hermes', messages: [{ role: 'user' as const, content }] })

describe('OpenAI clients', () => {
  test('get the answer of a whole turn with tools', async () => {
    const { client } = await setUp([call('read_file'), text('It says contents.')])
    const completion = await client.chat.completions.create(ask('read it'))
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'It says contents.' },
    })
    expect(completion.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 })
  })

  test('get it as a stream, with usage on request', async () => {
    const { client } = await setUp([call('read_file', {}, { text: 'Let me look.' }), text('It says contents.')])
    const stream = await client.chat.completions.create({
      ...ask('read it'),
      stream: true,
      stream_options: { include_usage: true },
    })
    let content = ''
    let finish: string | null | undefined
    let total: number | undefined
    const progress: unknown[] = []
    for await (const chunk of stream) {
      if (!chunk.usage) expect(chunk.choices).toHaveLength(1)
      content += chunk.choices[0]?.delta.content ?? ''
      finish = chunk.choices[0]?.finish_reason ?? finish
      total = chunk.usage?.total_tokens ?? total
      if ('tool_progress' in chunk) progress.push(chunk.tool_progress)
    }
    expect({ content, finish, total }).toEqual({
      content: 'Let me look.\n\nIt says contents.',
      finish: 'stop',
      total: 60,
    })
    expect(progress).toMatchObject([
      { name: 'read_file', status: 'running' },
      { name: 'read_file', status: 'completed' },
    ])
  })

  test('may send values that request nothing, and options of the model', async () => {
    const { url } = await setUp([text('Hello.')])
    const nothing = { tools: [], tool_choice: 'auto', functions: [], function_call: 'none', stop: [], logit_bias: {} }
    const off = { logprobs: false, top_logprobs: 0, audio: null, modalities: ['text'], n: 1, web_search_options: null }
    const ofModel = { temperature: 0.2, top_p: 1, seed: 7, max_tokens: 50, reasoning_effort: 'low', verbosity: 'low' }
    const notes = { metadata: { a: 'b' }, store: true, service_tier: 'auto', parallel_tool_calls: true, user: 'anna' }
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ask('hi'), ...nothing, ...off, ...ofModel, ...notes }),
    })
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hello.' } }] })
  })

  test.each([
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tool_choice: { type: 'function', function: { name: 'f' } } }],
    ['functions', { functions: [{ name: 'f' }] }],
    ['function_call', { function_call: { name: 'f' } }],
    ['web_search_options', { web_search_options: {} }],
    ['n', { n: 2 }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['logprobs', { logprobs: true }],
    ['top_logprobs', { top_logprobs: 5 }],
    ['logit_bias', { logit_bias: { '50256': -100 } }],
    ['stop', { stop: '###' }],
    ['stop', { stop: ['###'] }],
    ['audio', { audio: { voice: 'alloy', format: 'wav' } }],
    ['modalities[1]', { modalities: ['text', 'audio'] }],
  ])('get an error for an unsupported option: %s', async (name, option) => {
    const { url, transport } = await setUp([text('never')])
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ask('hi'), ...option }),
    })
    expect(response.status).toBe(400)
    const { error } = Object(await response.json())
    expect(error).toMatchObject({ type: 'invalid_request_error', param: expect.stringContaining(name) })
    expect(error.message).toMatch(/^'[^']+' (?:must|is) .+\.$/)
    expect(error.message).toContain(`'${name}`)
    expect(transport.requests).toEqual([])
  })

  test('get keep-alive comments while a turn is silent', async () => {
    const { url } = await setUp([hang()], { keepAliveMs: 20 })
    const leave = new AbortController()
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ask('hi'), stream: true }),
      signal: leave.signal,
    })
    let seen = ''
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += piece
      if (seen.includes(': keep-alive\n\n: keep-alive\n\n')) break
    }
    leave.abort()
    expect(seen).toContain(': keep-alive')
  })

  test('get an event in the stream when the conversation is compressed', async () => {
    const contextEngine: ContextEngine = {
      id: 'newest',
      shouldCompress: ({ messages }) => messages.length === 3,
      compress: async ({ messages, state }) => ({
        status: 'compressed',
        messages: messages.slice(2),
        state,
        tokensBefore: 3000,
        tokensAfter: 1000,
      }),
    }
    const { client } = await setUp([text('One.'), text('Two.')], { contextEngine })
    const headers = { [sessionHeader]: 'long' }
    await client.chat.completions.create(ask('first'), { headers })
    const stream = await client.chat.completions.create({ ...ask('second'), stream: true }, { headers })
    const told: unknown[] = []
    for await (const chunk of stream) if ('compression' in chunk) told.push(chunk.compression)
    expect(told).toEqual([
      { status: 'running', trigger: 'threshold' },
      { status: 'compressed', tokens_before: 3000, tokens_after: 1000, duration_ms: expect.any(Number) },
    ])
  })

  test('can list the models', async () => {
    const { client } = await setUp([])
    expect((await client.models.list()).data).toMatchObject([{ id: 'hermes', object: 'model' }])
  })

  test('can pass their own history and instructions', async () => {
    const { client, transport } = await setUp([text('ok')])
    await client.chat.completions.create({
      model: 'hermes',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Speak like a pirate.' }] },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: [{ type: 'text', text: 'aye' }] },
        { role: 'user', content: [{ type: 'text', text: 'two' }] },
      ],
    })
    expect(transport.requests[0]?.system).toContain('Speak like a pirate.')
    expect(transport.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'one',
      'aye',
      [{ type: 'text', text: 'two' }],
    ])
  })
})

describe('sessions', () => {
  const inSession = (id: string) => ({ headers: { [sessionHeader]: id } })

  test('are separated by their header, and continue from stored messages', async () => {
    const { client, transport } = await setUp([text('1'), text('2'), text('3')])
    await client.chat.completions.create(ask('a'), inSession('one'))
    await client.chat.completions.create(ask('b'), inSession('two'))
    await client.chat.completions.create(ask('c'), inSession('one'))
    expect(transport.requests.map((request) => request.messages.map((message) => message.content))).toEqual([
      ['a'],
      ['b'],
      ['a', '1', 'c'],
    ])
  })

  test('are named in the answer', async () => {
    const { client, store } = await setUp([text('1')])
    const { response } = await client.chat.completions.create(ask('a')).withResponse()
    expect(await store.sessions.get(response.headers.get(sessionHeader) ?? '')).toMatchObject({ source: 'api_server' })
  })

  test('of other surfaces are rejected', async () => {
    const { client, store } = await setUp([])
    await store.sessions.create({ id: 'mine', source: 'cli', startedAtMs: 0 })
    await expect(client.chat.completions.create(ask('a'), inSession('mine'))).rejects.toMatchObject({ status: 403 })
    await expect(client.chat.completions.create(ask('a'), inSession('../x'))).rejects.toMatchObject({ status: 400 })
  })
})

describe('commands', () => {
  const commands = { headers: { [commandsHeader]: 'true' } }

  test('run when the caller enables them, whole and streamed', async () => {
    const { client, transport } = await setUp([])
    const whole = await client.chat.completions.create(ask('/echo hello'), commands)
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'You said: hello' } })
    const stream = await client.chat.completions.create({ ...ask('/echo there'), stream: true }, commands)
    let content = ''
    for await (const chunk of stream) content += chunk.choices[0]?.delta.content ?? ''
    expect(content).toBe('You said: there')
    expect(transport.requests).toHaveLength(0)
  })

  test('are sent to the agent as messages otherwise', async () => {
    const { client, transport } = await setUp([text('ok')])
    await client.chat.completions.create(ask('/echo hello'))
    expect(transport.requests[0]?.messages[0]?.content).toBe('/echo hello')
  })
})

describe('a repeated request', () => {
  const once = (key: string) => ({ headers: { [sessionHeader]: 's', [idempotencyHeader]: key } })
  const contentOf = (completion: { choices: { message: { content: string | null } }[] }) =>
    completion.choices[0]?.message.content

  test('gets the answer of the first one, even while that is running', async () => {
    const gate = Promise.withResolvers<void>()
    const { client, transport, store } = await setUp([() => gate.promise.then(() => text('One.')), text('Two.')])
    const both = [1, 2].map(() => client.chat.completions.create(ask('a'), once('k1')))
    await expect.poll(() => store.messages.load('s')).toHaveLength(1)
    gate.resolve()
    expect((await Promise.all(both)).map(contentOf)).toEqual(['One.', 'One.'])
    expect(contentOf(await client.chat.completions.create(ask('b'), once('k2')))).toBe('Two.')
    expect(contentOf(await client.chat.completions.create(ask('a'), once('k1')))).toBe('One.')
    expect(transport.requests).toHaveLength(2)
  })

  test('finishes an interrupted turn', async () => {
    const { client, conversations, transport } = await setUp([hang(), text('At last.')])
    const first = client.chat.completions.create(ask('a'), once('k')).catch((error) => error)
    await expect.poll(() => transport.requests.length).toBe(1)
    for (const conversation of conversations.live) conversation.interrupt('enough')
    expect(await first).toMatchObject({ status: 503 })
    expect(contentOf(await client.chat.completions.create(ask('a'), once('k')))).toBe('At last.')
  })

  test('lets the turn continue if its client leaves', async () => {
    const gate = Promise.withResolvers<void>()
    const { client, limit, transport } = await setUp([() => gate.promise.then(() => text('One.'))])
    const leaving = new AbortController()
    const first = client.chat.completions.create(ask('a'), { ...once('k'), signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => transport.requests.length).toBe(1)
    leaving.abort()
    expect(await first).toBe('left')
    gate.resolve()
    await expect.poll(() => limit.running).toBe(0)
    expect(contentOf(await client.chat.completions.create(ask('a'), once('k')))).toBe('One.')
  })

  test('rejects an invalid key', async () => {
    const { client } = await setUp([])
    await expect(client.chat.completions.create(ask('a'), once('k'.repeat(256)))).rejects.toMatchObject({ status: 400 })
  })
})

describe('rejects', () => {
  test.each([
    ['no key', {}, 401],
    ['a wrong key', { authorization: 'Bearer wrong' }, 401],
    ['a web page', { authorization: `Bearer ${key}`, origin: 'https://evil.test' }, 403],
  ])('%s', async (_, headers, status) => {
    const { url } = await setUp([])
    const response = await fetch(`${url}/v1/models`, { headers: new Headers(headers as Record<string, string>) })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } })
  })

  test.each([
    ['no body', undefined, null, 'The request body is not valid JSON.'],
    ['a list', [], null, 'The request body must be a JSON object.'],
    ['no messages', {}, 'messages', "Missing required parameter: 'messages'."],
    ['an empty list', { messages: [] }, 'messages', "Invalid 'messages': expected at least 1 item."],
    [
      'text for a list',
      { messages: 'hi' },
      'messages',
      "Invalid type for 'messages': expected an array, but got a string.",
    ],
    [
      'a number as model',
      { ...ask('x'), model: 5 },
      'model',
      "Invalid type for 'model': expected a string, but got a number.",
    ],
    [
      'an unknown role',
      { messages: [{ role: 'tool', content: 'x' }] },
      'messages[0].role',
      expect.stringMatching(/^'messages\[0\]\.role' must /),
    ],
    [
      'text as stream',
      { ...ask('x'), stream: 'yes' },
      'stream',
      "Invalid type for 'stream': expected a boolean, but got a string.",
    ],
    [
      'options of a stream',
      { ...ask('x'), stream_options: { include_usage: null } },
      'stream_options.include_usage',
      "Invalid type for 'stream_options.include_usage': expected a boolean, but got null.",
    ],
    ['two answers', { ...ask('x'), n: 2 }, 'n', "'n' must be 1: a turn has one answer."],
    ['tools', { ...ask('x'), tools: [{}] }, 'tools', "'tools' is not supported: the agent has its own tools."],
    [
      'JSON',
      { ...ask('x'), response_format: { type: 'json_object' } },
      'response_format.type',
      expect.stringMatching(/^'response_format.type' must be "text"/),
    ],
    [
      'the last word of the assistant',
      { messages: [{ role: 'assistant', content: 'x' }] },
      'messages',
      'The last item of \'messages\' must have the role "user".',
    ],
    [
      'a sound',
      { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] },
      'messages[0].content[0].type',
      '\'messages[0].content[0].type\' must be "text", "image_url" or "file".',
    ],
    [
      'a file that is nowhere',
      { messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] },
      'messages[0].content[0].file',
      '\'messages[0].content[0].file\' must have either "file_id" or "file_data".',
    ],
    ['a blank message', { messages: [{ role: 'user', content: ' ' }] }, null, expect.any(String)],
  ])('%s, in one sentence that names the field', async (_, body, param, message) => {
    const { url } = await setUp([])
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body) ?? '{',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { message, param, type: 'invalid_request_error', code: expect.any(String) },
    })
  })

  test('more turns than may run concurrently', async () => {
    const { client, conversations, limit } = await setUp([hang()], { maxRuns: 1 })
    const first = expect(client.chat.completions.create(ask('a'))).rejects.toMatchObject({ status: 503 })
    await expect.poll(() => limit.running).toBe(1)
    await expect(client.chat.completions.create(ask('b'))).rejects.toMatchObject({ status: 429 })
    for (const conversation of conversations.live) conversation.interrupt('enough')
    await first
  })
})

describe('failures of the provider', () => {
  test('are reported with a matching status', async () => {
    const limited = new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 1500 })
    const { client } = await setUp([fail(limited), fail(new TransportError('auth', 'Wrong key.'))])
    const first = await client.chat.completions.create(ask('a')).catch((error) => error)
    expect(first).toMatchObject({ status: 429, code: 'provider_rate_limit' })
    expect(first.headers.get('retry-after')).toBe('2')
    await expect(client.chat.completions.create(ask('a'))).rejects.toMatchObject({ status: 502 })
  })

  test.each([
    ['a refusal', new TransportError('invalid-request', 'Not like this.'), 400],
    ['an unknown model', new TransportError('model-not-found', 'There is no such model.'), 404],
    ['an overload', new TransportError('overloaded', 'Too busy.'), 503],
  ])('do not make a client run a tool again that has already run: %s', async (_, error, status) => {
    let reads = 0
    const readFile = () => `read ${++reads} times`
    const turn = [call('read_file'), fail(error)]
    const { url } = await setUp([...turn, ...turn, ...turn, ...turn], { readFile })
    const client = new OpenAI({ apiKey: testKey, baseURL: `${url}/v1` })
    await expect(client.chat.completions.create(ask('read it'))).rejects.toMatchObject({ status })
    expect(reads).toBe(1)
    await expect(client.responses.create({ model: 'hermes', input: 'read it' })).rejects.toMatchObject({ status })
    expect(reads).toBe(2)
  })

  test('make a client retry if they are temporary and nothing has happened', async () => {
    const { url, transport } = await setUp([fail(new TransportError('overloaded', 'Too busy.')), text('Here.')])
    const client = new OpenAI({ apiKey: testKey, baseURL: `${url}/v1` })
    const completion = await client.chat.completions.create(ask('a'))
    expect(completion.choices[0]?.message.content).toBe('Here.')
    expect(transport.requests).toHaveLength(2)
  })

  test('do not make a client retry if they are permanent', async () => {
    const wrong = fail(new TransportError('auth', 'Wrong key.'))
    const { url, transport } = await setUp([wrong, wrong, wrong])
    const client = new OpenAI({ apiKey: testKey, baseURL: `${url}/v1` })
    await expect(client.chat.completions.create(ask('a'))).rejects.toMatchObject({ status: 502 })
    expect(transport.requests).toHaveLength(1)
  })

  test('end a stream with an error', async () => {
    const { client } = await setUp([fail(new TransportError('network', 'The provider is gone.'))])
    const stream = await client.chat.completions.create({ ...ask('a'), stream: true })
    await expect(readAll(stream)).rejects.toThrow(/provider is gone/)
  })
})

test('starts a streamed answer when the message is stored, not while it waits', async () => {
  const { url, limit, store } = await setUp([hang(), text('Now.')])
  const begin = async (content: string, signal: AbortSignal) => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', [sessionHeader]: 's' },
      body: JSON.stringify({ ...ask(content), stream: true }),
      signal,
    })
    const stored = await store.messages.load('s')
    return { response, stored: stored.map(({ message }) => message.content) }
  }
  const leaving = new AbortController()
  expect((await begin('first', leaving.signal)).stored).toEqual(['first'])
  const second = begin('second', AbortSignal.timeout(20_000))
  await expect.poll(() => limit.running).toBe(2)
  leaving.abort()
  const { response, stored } = await second
  expect(stored).toContain('second')
  expect(await response.text()).toMatch(/"content":"No/)
})

test.each([
  ['/models', 'There is no GET /models here: the base URL of a client for OpenAI must end with /v1.'],
  ['/v1/audio', 'There is no GET /v1/audio here.'],
])('says at %s what is not there', async (path, message) => {
  const { url } = await setUp([])
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'not_found', message } })
})

test('ends the turn when the client leaves', async () => {
  const { client, limit, store } = await setUp([hang(text('half of it'))], { maxRuns: 1 })
  const stream = await client.chat.completions.create(
    { ...ask('a'), stream: true },
    { headers: { [sessionHeader]: 's' } },
  )
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
  await expect.poll(() => limit.running).toBe(0)
  expect((await store.messages.load('s')).map(({ message }) => message.role)).toEqual(['user', 'assistant'])
})

test('serves health without a key, and reports when the server is stopping', async () => {
  const { conversations, url } = await setUp([])
  const paths = ['/health', '/v1/health']
  for (const path of paths) expect(await (await fetch(url + path)).json()).toEqual({ status: 'ok' })
  await conversations.drain()
  for (const path of paths) expect((await fetch(url + path)).status).toBe(503)
})

async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of stream) expect(chunk).toBeDefined()
}
