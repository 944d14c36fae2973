import { type JsonObject, TransportError } from '@hermes/core'
import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import {
  call,
  calls,
  cut,
  type FakeProviderOptions,
  fail,
  hang,
  htmlPage,
  httpReply,
  reasoning,
  startFakeProvider,
  text,
  toolTurns,
} from '../../index.js'
import { collect } from '../collect.js'

type Parameters = OpenAI.ChatCompletionCreateParamsNonStreaming
type ChatMessage = OpenAI.ChatCompletionMessageParam

const hello: ChatMessage[] = [{ role: 'user', content: 'Hello' }]

async function start(options: FakeProviderOptions) {
  const provider = await startFakeProvider(options)
  onTestFinished(() => provider.close())
  const client = new OpenAI({ baseURL: provider.baseUrl, apiKey: 'key', maxRetries: 0 })
  const ask = (messages = hello, extra: Partial<Parameters> = {}) =>
    client.chat.completions.create({ model: 'fake-model', messages, ...extra })
  const stream = (signal?: AbortSignal, messages = hello) =>
    client.chat.completions.create(
      { model: 'fake-model', messages, stream: true, stream_options: { include_usage: true } },
      signal ? { signal } : {},
    )
  return { provider, client, ask, stream }
}

it('streams text like a real provider: role, several deltas, finish reason, usage', async () => {
  const { stream } = await start({ script: text('Good morning', { usage: { inputTokens: 7, cacheReadTokens: 5 } }) })
  const chunks = await collect(await stream())
  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta))
  expect(deltas[0]?.role).toBe('assistant')
  expect(deltas.filter((delta) => delta.content).length).toBeGreaterThan(1)
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('Good morning')
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: 12, prompt_tokens_details: { cached_tokens: 5 } },
  })
})

it('survives writes that split characters and events', async () => {
  const { stream } = await start({ script: text('naïve 日本語 👩‍👩‍👧', { pace: { writeSize: 3 } }) })
  const chunks = await collect(await stream())
  expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('naïve 日本語 👩‍👩‍👧')
})

it('streams parallel calls by index, each with its id and name once', async () => {
  const { client } = await start({ script: calls([call('read_file', { path: 'a' }), call('todo', {})]) })
  const run = client.chat.completions.stream({ model: 'fake-model', messages: hello })
  const { message, finish_reason } = (await run.finalChatCompletion()).choices[0] ?? {}
  expect(finish_reason).toBe('tool_calls')
  expect(message?.tool_calls).toMatchObject([
    { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } },
    { id: 'call_2', type: 'function', function: { name: 'todo', arguments: '{}' } },
  ])
})

it('returns a whole answer when no stream is requested', async () => {
  const { ask } = await start({ script: reasoning('Hm.', text('Hello there')) })
  const completion = await ask()
  expect(completion.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { role: 'assistant', content: 'Hello there', reasoning_content: 'Hm.' },
  })
  expect(completion.usage?.total_tokens).toBe(30)
})

it('plays a list in order and rejects requests after its end', async () => {
  const { ask, provider } = await start({ script: [text('one'), (body) => text(`two for ${String(body.model)}`)] })
  expect((await ask()).choices[0]?.message.content).toBe('one')
  expect((await ask()).choices[0]?.message.content).toBe('two for fake-model')
  await expect(ask()).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('the script has 2 replies'),
  })
  provider.setScript([text('again')])
  expect((await ask()).choices[0]?.message.content).toBe('again')
})

it('records requests', async () => {
  const { ask, provider } = await start({ script: text('ok') })
  const next = provider.request(1)
  await ask()
  expect((await next).body).toEqual({ model: 'fake-model', messages: hello })
  expect(provider.requests[0]?.headers.authorization).toBe('Bearer key')
  expect(await provider.requests[0]?.ended).toBe('sent')
  expect(provider.requests).toHaveLength(1)
})

it('counts finished tool turns from the conversation itself', async () => {
  const script = toolTurns(2, (n) => call('terminal', { command: `echo ${n}` }), text('All done'))
  const messages = [...hello]
  for (const id of ['call_1', 'call_2']) {
    const { ask } = await start({ script }) // a new server each time, so that it cannot count
    const message = (await ask(messages)).choices[0]?.message
    expect(message?.tool_calls?.[0]?.id).toBe(id)
    messages.push({ role: 'assistant', content: null, tool_calls: message?.tool_calls ?? [] })
    messages.push({ role: 'tool', tool_call_id: id, content: 'ok' })
  }
  const { ask } = await start({ script })
  expect((await ask(messages)).choices[0]?.message.content).toBe('All done')
})

it('rejects a wrong key and an unknown model, and lists the models', async () => {
  const { ask, client, provider } = await start({ script: text('ok'), apiKey: 'key', models: ['fake-model', 'other'] })
  const stranger = new OpenAI({ baseURL: provider.baseUrl, apiKey: 'wrong', maxRetries: 0 })
  await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
  await expect(ask(hello, { model: 'none' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  expect((await collect(client.models.list())).map((model) => model.id)).toEqual(['fake-model', 'other'])
  expect((await ask()).choices[0]?.message.content).toBe('ok')
})

it("sends errors in the provider's wording", async () => {
  const slowDown = new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 1500 })
  const { ask } = await start({
    script: [
      fail(slowDown),
      fail(new TransportError('context-overflow', 'Too long.')),
      httpReply(418, { error: 'tea' }),
    ],
  })
  const error = await ask().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', message: '429 Slow down.' })
  expect(error instanceof OpenAI.APIError && error.headers?.get('retry-after')).toBe('2')
  expect(error instanceof OpenAI.APIError && error.headers?.get('retry-after-ms')).toBe('1500')
  await expect(ask()).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' })
  await expect(ask()).rejects.toMatchObject({ status: 418 })
})

it('serves a web page where JSON was expected', async () => {
  const { provider } = await start({ script: htmlPage() })
  const body = JSON.stringify({ model: 'm', messages: hello })
  const response = await fetch(`${provider.baseUrl}/chat/completions`, { method: 'POST', body })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(await response.text()).toContain('<html>')
})

it('drops the connection after the given number of deltas', async () => {
  const { stream, provider } = await start({ script: cut(text('abcdef', { pace: { pieceSize: 1 } }), { after: 4 }) })
  const seen: string[] = []
  const read = async () => {
    for await (const chunk of await stream()) seen.push(chunk.choices[0]?.delta.content ?? '')
  }
  await expect(read()).rejects.toThrow()
  expect(seen.join('')).toBe('abcd')
  expect(await provider.requests[0]?.ended).toBe('dropped')
  expect(provider.requests[0]?.closedEarly).toBe(false)
})

it('can end a stream without its end marker', async () => {
  const { stream } = await start({ script: cut(text('abc'), { how: 'end' }) })
  const chunks = await collect(await stream())
  expect(chunks.every((chunk) => chunk.choices[0]?.finish_reason === null)).toBe(true)
})

it('hangs until the client leaves, and detects that it left', async () => {
  const { stream, provider } = await start({ script: [hang(), hang(text('abc'))] })
  const abort = new AbortController()
  const silent = stream(abort.signal)
  const first = await provider.request(1)
  abort.abort()
  await expect(silent).rejects.toThrow()
  expect(await first.ended).toBe('left')
  expect(first.closedEarly).toBe(true)

  for await (const _ of await stream()) break
  expect(await provider.requests[1]?.ended).toBe('left')
})

it.each<[string, JsonObject[]]>([
  ['unknown field provider_data', [{ role: 'user', content: 'a', provider_data: {} }]],
  [
    'two user messages in a row',
    [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ],
  ],
  ['content is empty', [{ role: 'user', content: '' }]],
  [
    'no call with the id call_1',
    [
      { role: 'user', content: 'a' },
      { role: 'tool', tool_call_id: 'call_1', content: '' },
    ],
  ],
  ['the calls call_1 have no result', [{ role: 'user', content: 'a' }, calling('{}'), { role: 'user', content: 'b' }]],
  ['the arguments of a tool call are not a JSON object', [{ role: 'user', content: 'a' }, calling('{"a')]],
])('rejects a history that a strict provider rejects: %s', async (problem, messages) => {
  const { provider } = await start({ script: text('ok') })
  const body = JSON.stringify({ model: 'm', messages })
  const response = await fetch(`${provider.baseUrl}/chat/completions`, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(problem)
})

function calling(args: string): JsonObject {
  const call = { id: 'call_1', type: 'function', function: { name: 'todo', arguments: args } }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

it('reports a script that throws as a failure of the server', async () => {
  const { ask } = await start({
    script: () => {
      throw new Error('broken script')
    },
  })
  await expect(ask()).rejects.toMatchObject({ status: 500, message: expect.stringContaining('broken script') })
})
