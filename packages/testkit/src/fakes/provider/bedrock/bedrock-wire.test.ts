import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { type JsonObject, TransportError } from '@hermes/core'
import { expect, it, onTestFinished } from 'vitest'
import {
  call,
  calls,
  createBedrockWire,
  type FakeProviderOptions,
  fail,
  reasoning,
  startFakeProvider,
} from '../../../index.js'

interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Handles requests of the SDK, which would use HTTP/2 by default. */
async function handle({ protocol, hostname, port, path, headers, body }: SdkRequest) {
  const response = await fetch(`${protocol}//${hostname}:${port}${path}`, { method: 'POST', headers, body })
  const { status: statusCode, body: stream } = response
  return { response: { statusCode, headers: Object.fromEntries(response.headers), body: stream } }
}

async function start(options: FakeProviderOptions) {
  const provider = await startFakeProvider({ wire: createBedrockWire(), ...options })
  onTestFinished(() => provider.close())
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: provider.baseUrl,
    token: { token: 'key' },
    authSchemePreference: ['httpBearerAuth'],
    maxAttempts: 1,
    requestHandler: { handle },
  })
  const input = { modelId: 'fake-model', messages: [{ role: 'user' as const, content: [{ text: 'Hello' }] }] }
  return {
    provider,
    ask: () => client.send(new ConverseCommand(input)),
    async stream() {
      const { stream = [] } = await client.send(new ConverseStreamCommand(input))
      return Array.fromAsync(stream)
    },
  }
}

const answer = reasoning(
  'Hm.',
  calls([call('read_file', { path: 'é' }), call('todo', {})], { text: 'Look.', usage: { cacheReadTokens: 7 } }),
)

it('streams and returns whole answers that the official client understands', async () => {
  const { ask, stream } = await start({ script: answer })
  const events = await stream()
  const deltas = events.flatMap(({ contentBlockDelta: event }) =>
    event ? [[event.contentBlockIndex, event.delta]] : [],
  )
  const textOf = (index: number) =>
    deltas.map(([block, delta]) => (block === index ? JSON.stringify(delta) : '')).join(' ')
  expect(textOf(0)).toMatch(/"text":"H".*"signature":/)
  expect(textOf(1)).toContain('{"text":"Lo"}')
  expect(events.flatMap(({ contentBlockStart: event }) => event?.start?.toolUse ?? [])).toEqual([
    { toolUseId: 'call_1', name: 'read_file' },
    { toolUseId: 'call_2', name: 'todo' },
  ])
  expect(events.at(-2)).toEqual({ messageStop: { stopReason: 'tool_use' } })
  expect(events.at(-1)).toMatchObject({ metadata: { usage: { cacheReadInputTokens: 7, outputTokens: 10 } } })

  const { output, stopReason, usage } = await ask()
  expect(output?.message?.content).toMatchObject([
    { reasoningContent: { reasoningText: { text: 'Hm.', signature: expect.any(String) } } },
    { text: 'Look.' },
    { toolUse: { name: 'read_file', input: { path: 'é' } } },
    { toolUse: { name: 'todo', input: {} } },
  ])
  expect([stopReason, usage?.cacheReadInputTokens]).toEqual(['tool_use', 7])
})

it('uses the error messages of the service', async () => {
  const slowDown = new TransportError('rate-limit', 'Slow down.', { retryAfterMs: 1500 })
  const { ask } = await start({ script: [fail(slowDown), fail(new TransportError('context-overflow', 'Too long.'))] })
  await expect(ask()).rejects.toMatchObject({ name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } })
  await expect(ask()).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('Input is too long for requested model.'),
  })
})

const said: JsonObject = { role: 'user', content: [{ text: 'a' }] }
const use = (toolUseId: string): JsonObject => ({ toolUse: { toolUseId, name: 'todo', input: {} } })
const result = (toolUseId: string): JsonObject => ({ toolResult: { toolUseId, content: [{ text: '' }] } })
const made = (...content: readonly JsonObject[]): JsonObject => ({ role: 'assistant', content })
const got = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content })
const named = (name: string, format = 'pdf'): JsonObject => ({ document: { format, name, source: { bytes: 'YQ==' } } })
const mark: JsonObject = { cachePoint: { type: 'default' } }
const hour: JsonObject = { cachePoint: { type: 'default', ttl: '1h' } }
const tools = { toolConfig: { tools: [{ toolSpec: { name: 'todo', inputSchema: { json: { type: 'object' } } } }] } }

const problemsOf = (messages: readonly JsonObject[], more: JsonObject = {}) =>
  createBedrockWire().problems?.({ messages, ...tools, ...more }) ?? []

it.each<[string, JsonObject[], JsonObject]>([
  ['extraneous key model', [said], { model: 'm' }],
  ['extraneous keys name', [{ ...said, name: 'me' }], {}],
  ['must be a non-empty list', [], {}],
  ['must alternate', [said, said], {}],
  ['must start with a user message', [made({ text: 'a' }), said], {}],
  ['must end with a user message', [said, made({ text: 'a' })], {}],
  ['content is empty', [got()], {}],
  ['a text is blank', [got({ text: ' \n' })], {}],
  ['several kinds', [got({ text: 'a', image: {} })], {}],
  ['toolUse may not stand in user', [got(use('a'))], {}],
  ['no result for the call b', [said, made(use('a'), use('b')), got(result('a'))], {}],
  ['no call for the result c', [said, made(use('a')), got(result('a'), result('c'))], {}],
  ['two results for the call a', [said, made(use('a')), got(result('a'), result('a'))], {}],
  ['results must come first', [said, made(use('a')), got({ text: 'a' }, result('a'))], {}],
  ['two calls have the id a', [said, made(use('a')), got(result('a')), made(use('a')), got(result('a'))], {}],
  ['"a:b" is not a call id', [said, made(use('a:b')), got(result('a:b'))], {}],
  ['toolConfig field must be defined', [said, made(use('a')), got(result('a'))], { toolConfig: undefined }],
  ['signature', [said, made({ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } }), said], {}],
  ['the last block is reasoning', [said, made({ reasoningContent: { redactedContent: 'YQ==' } }), said], {}],
  ['unknown image format bmp', [got({ image: { format: 'bmp', source: { bytes: 'YQ==' } } })], {}],
  ['an image has no bytes', [got({ image: { format: 'png', source: { bytes: '' } } })], {}],
  ['without a text', [got(named('a'))], {}],
  ['"a.pdf" is not a document name', [got({ text: 'a' }, named('a.pdf'))], {}],
  ['two documents have the name a', [got({ text: 'a' }, named('a'), named('a'))], {}],
  ['5 cache points', [got({ text: 'a' }, mark, { text: 'a' }, mark, { text: 'a' }, mark, mark, mark)], {}],
  ['a cache point comes first', [got(mark, { text: 'a' })], {}],
  ['Field required', [got({ text: 'a' }, named('a', 'md'), mark)], {}],
  ['1h follows one', [got({ text: 'a' }, mark, { text: 'b' }, hour)], {}],
  ['a text is blank', [said], { system: [{ text: '' }] }],
  ['maxTokens', [said], { inferenceConfig: { maxTokens: 0 } }],
  ['a description is empty', [said], { toolConfig: { tools: [{ toolSpec: { name: 'a', description: '' } }] } }],
  ['not well-formed Unicode', [got({ text: 'a\ud83d' })], {}],
])('refuses: %s', (problem, messages, more) => {
  expect(problemsOf(messages, more)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
})

it('accepts valid requests', () => {
  const loop = [said, made(use('a'), use('b')), got(result('b'), result('a'), { text: 'And?' }, mark)]
  expect(problemsOf(loop, { system: [{ text: 'Rules.' }, hour], inferenceConfig: { maxTokens: 9 } })).toEqual([])
  expect(problemsOf([got({ text: 'a' }, named('a (1)'), named('b [2]', 'md'))])).toEqual([])
})
