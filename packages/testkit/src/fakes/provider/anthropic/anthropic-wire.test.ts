import Anthropic from '@anthropic-ai/sdk'
import { type JsonObject, TransportError } from '@hermes/core'
import { expect, it, onTestFinished } from 'vitest'
import {
  call,
  calls,
  createAnthropicWire,
  type FakeProviderOptions,
  fail,
  reasoning,
  startFakeProvider,
} from '../../../index.js'

const hello: Anthropic.MessageParam[] = [{ role: 'user', content: 'Hello' }]

async function start(options: FakeProviderOptions) {
  const provider = await startFakeProvider({ wire: createAnthropicWire(), ...options })
  onTestFinished(() => provider.close())
  const baseURL = provider.baseUrl.replace(/\/v1$/, '')
  const client = new Anthropic({ baseURL, apiKey: 'key', maxRetries: 0, logLevel: 'off' })
  const request = { model: 'fake-model', max_tokens: 100 }
  return {
    provider,
    ask: (messages = hello) => client.messages.create({ ...request, messages }),
    stream: (messages = hello) => client.messages.stream({ ...request, messages }).finalMessage(),
  }
}

const answer = reasoning(
  'Hm.',
  calls([call('read_file', { path: 'é' }), call('todo', {})], { text: 'Look.', usage: { cacheReadTokens: 7 } }),
)

it('streams and returns whole answers that the official client understands', async () => {
  const { ask, stream } = await start({ script: answer })
  const [streamed, whole] = [await stream(), await ask()]
  expect(streamed.content).toEqual([
    { type: 'thinking', thinking: 'Hm.', signature: expect.any(String) },
    { type: 'text', text: 'Look.' },
    { type: 'tool_use', id: 'call_1', name: 'read_file', input: { path: 'é' } },
    { type: 'tool_use', id: 'call_2', name: 'todo', input: {} },
  ])
  expect(streamed).toMatchObject({ stop_reason: 'tool_use', usage: { cache_read_input_tokens: 7, output_tokens: 10 } })
  const idless = (message: Anthropic.Message) => JSON.stringify(message.content).replaceAll(/call_\d/g, 'call')
  expect(idless(whole)).toBe(idless(streamed))
  expect(whole.usage).toMatchObject({ cache_read_input_tokens: 7 })
})

it("uses the provider's error messages", async () => {
  const slowDown = new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 1500 })
  const { ask } = await start({ script: [fail(slowDown), fail(new TransportError('context-overflow', 'Too long.'))] })
  const error = await ask().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error' })
  expect(error instanceof Anthropic.APIError && error.headers?.get('retry-after')).toBe('2')
  await expect(ask()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('prompt is too long') })
})

const said: JsonObject = { role: 'user', content: [{ type: 'text', text: 'a' }] }
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'todo', input: {} })
const made = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content })
const got = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content })
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id })
const mark = { cache_control: { type: 'ephemeral' } }

it.each<[string, JsonObject[], JsonObject]>([
  ['provider_data: Extra inputs', [{ ...said, provider_data: {} }], {}],
  ['text.cut: Extra inputs', [got({ type: 'text', text: 'a', cut: true })], {}],
  ['two user messages in a row', [said, said], {}],
  ['first message must use the "user" role', [made({ type: 'text', text: 'a' }), said], {}],
  ['prefill', [said, made({ type: 'text', text: 'a' })], {}],
  ['non-empty content', [{ role: 'user', content: '' }], {}],
  ['non-whitespace text', [got({ type: 'text', text: ' \n' })], {}],
  ['not well-formed', [got({ type: 'text', text: 'a\ud83d' })], {}],
  ['without `tool_result` blocks immediately after', [said, made(use('a')), said], {}],
  ['unexpected `tool_use_id`', [got(result('a'))], {}],
  ['must come first', [said, made(use('a')), got({ type: 'text', text: 'a' }, result('a'))], {}],
  ['ids must be unique', [said, made(use('a')), got(result('a')), made(use('a')), got(result('a'))], {}],
  ['should match pattern', [said, made(use('a:0')), got(result('a:0'))], {}],
  ['must define tools', [said, made(use('a')), got(result('a'))], {}],
  [
    'Invalid `signature`',
    [said, made({ type: 'thinking', thinking: 'a', signature: 'b' }, { type: 'text', text: 'c' }), said],
    {},
  ],
  ['cannot be `thinking`', [said, made({ type: 'redacted_thinking', data: 'a' }), said], {}],
  ['A maximum of 4 blocks', [got(...Array.from({ length: 5 }, () => ({ type: 'text', text: 'a', ...mark })))], {}],
  [
    'cannot be set for thinking',
    [said, made({ type: 'redacted_thinking', data: 'a', ...mark }, { type: 'text', text: 'c' }), said],
    {},
  ],
  [
    'found `tool_use`',
    [said, made(use('a')), got(result('a'))],
    { thinking: { type: 'enabled', budget_tokens: 1024 } },
  ],
  ['must be greater than', [said], { thinking: { type: 'enabled', budget_tokens: 2000 } }],
  ['Only HTTPS', [got({ type: 'image', source: { type: 'url', url: 'http://a.example' } })], {}],
  ['not valid base64', [got({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '?' } })], {}],
  ['may not stand in user content', [got(use('a'))], {}],
  ['max_tokens: Field required', [said], { max_tokens: 0 }],
])('rejects what a strict provider rejects: %s', (problem, messages, more) => {
  const body = { model: 'm', max_tokens: 2000, messages, ...more }
  expect(createAnthropicWire().problems?.(body).join('; ')).toContain(problem)
})
