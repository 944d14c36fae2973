import type { AssistantMessage, JsonObject, Message, ModelRequest, ReasoningEffort, ToolDefinition } from '@hermes/core'
import { call, calls, createBedrockWire, reasoning, startFakeProvider, text } from '@hermes/testkit'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { anyHistory } from '../../testing/any-history.js'
import { readAnswer } from '../../testing/recorded.js'
import { createRequestWriter } from './to-wire.js'
import { createBedrockTransport } from './transport.js'

const origin = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const wire = createBedrockWire()
const tool: ToolDefinition = { name: 'read_file', description: '', parameters: { type: 'object' } }
const signal = new AbortController().signal

/** Reasoning that the fake provider accepts, because it signed it. */
const signedThoughts = await signThoughts(['first', 'again', 'unfinished'])

async function signThoughts(texts: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
  await using provider = await startFakeProvider({
    wire,
    script: texts.map((thought) => reasoning(thought, text('x'))),
  })
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
  const request: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
  const thoughts = new Map<string, JsonObject>()
  for (const thought of texts) {
    const { message } = await readAnswer(transport.stream(request, { signal }))
    const blocks = message.provider_data?.bedrock?.blocks
    if (Array.isArray(blocks)) thoughts.set(thought, blocks[0])
  }
  return thoughts
}

function thoughtOf(thought: string): JsonObject {
  const known = signedThoughts.get(thought)
  if (!known) throw new Error(`The fake did not sign "${thought}".`)
  return known
}

const models = [
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'global.anthropic.claude-opus-4-8',
  'anthropic.claude-3-haiku-20240307-v1:0',
  'amazon.nova-pro-v1:0',
  'openai.gpt-oss-120b-1:0',
  'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcdef',
] as const

/** Answers with reasoning between their blocks, some cut off within a block or changed afterwards. */
const ownAnswers = fc
  .record({ model: fc.constantFrom(...models), isCut: fc.boolean(), isChanged: fc.boolean(), calls: fc.nat(2) })
  .map(({ model, isCut, isChanged, calls: count }): AssistantMessage => {
    const made = Array.from({ length: count }, (_, index) => `tooluse_${index}`)
    const blocks = [
      thoughtOf('first'),
      { reasoningContent: { redactedContent: 'cmVkYWN0ZWQ=' } },
      { type: 'text', length: 2 },
      thoughtOf('again'),
      { type: 'text', length: 2 },
      ...made.map((id) => ({ type: 'tool_use', id })),
      ...(isCut ? [thoughtOf('unfinished')] : []),
    ]
    return {
      role: 'assistant',
      content: isChanged ? 'redacted' : 'ab\n ',
      ...(count > 0 && {
        tool_calls: made.map((id) => ({ id, type: 'function', function: { name: 'todo', arguments: '{}' } })),
      }),
      provider_data: { bedrock: { origin, model, blocks } },
    }
  })

const foreignThought = { reasoningContent: { reasoningText: { text: 'FOREIGN', signature: 'FOREIGN' } } }
const foreign = [
  { 'openai-responses': { items: [{ encrypted_content: 'FOREIGN' }] } },
  { bedrock: { origin: 'https://other.example', model: models[0], blocks: [foreignThought] } },
  { bedrock: { origin, model: 'another-model', blocks: [foreignThought] } },
  { bedrock: { origin, model: models[0], blocks: 'FOREIGN' } },
]

const anyRequest = fc.record({
  messages: anyHistory(ownAnswers, foreign),
  system: fc.constantFrom('', ' ', 'Be brief. \ud83d'),
  tools: fc.constantFrom([], [tool]),
  model: fc.constantFrom(...models),
  reasoning: fc.constantFrom<ReasoningEffort | undefined>(undefined, 'none', 'minimal', 'high', 'max'),
  maxOutputTokens: fc.constantFrom(undefined, 900, 8_000),
  cache: fc.constantFrom(undefined, 'off' as const, '5m' as const, '1h' as const),
})

test('converts every history to a valid request without data from other providers', () => {
  fc.assert(
    fc.property(anyRequest, ({ cache, reasoning: effort, maxOutputTokens, ...rest }) => {
      const writer = createRequestWriter({ id: 'bedrock', origin, cache })
      const body = writer.write({
        ...rest,
        ...(effort && { reasoning: effort }),
        ...(maxOutputTokens && { maxOutputTokens }),
      })
      expect(wire.problems?.(JSON.parse(body))).toEqual([])
      expect(body).not.toMatch(/FOREIGN|provider_data/)
      expect(Buffer.from(body).toString()).toBe(body)
    }),
    { numRuns: 1_500 },
  )
})

const mark = '{"cachePoint":{"type":"default"}}'

/** Returns the bytes up to the end of the last message, without cache points, which are not compared. */
function prefixOf(body: string): string {
  return body.replaceAll(`,${mark}`, '').replace(/\](,"inferenceConfig".*|,"additional.*)?\}$/s, '')
}

test('over 50 iterations, each request extends the previous bytes and has four cache points', () => {
  const model = models[0]
  const writer = createRequestWriter({ id: 'bedrock', origin, cache: undefined })
  const tools = Object.freeze([tool])
  const messages: Message[] = [Object.freeze({ role: 'user', content: 'Go' })]
  let before = ''
  for (let iteration = 0; iteration < 50; iteration++) {
    const body = writer.write({ model, system: 'Rules.', messages: [...messages], tools, reasoning: 'high' })
    expect(prefixOf(body).startsWith(before)).toBe(true)
    expect(prefixOf(body).length).toBeGreaterThan(before.length)
    before = prefixOf(body)
    expect(body.split(mark)).toHaveLength(Math.min(4, iteration + 3) + 1)
    const id = `tooluse_${iteration}`
    const answer: AssistantMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{ "path":"a" }' } }],
      provider_data: { bedrock: { origin, model, blocks: [thoughtOf('again'), { type: 'tool_use', id }] } },
    }
    const result: Message = { role: 'tool', tool_call_id: id, content: `result ${iteration}` }
    messages.push(Object.freeze(answer), Object.freeze(result))
  }
  expect(before.match(/"text":"again"/g)).toHaveLength(49)
})

test('a conversation with reasoning and parallel calls round-trips over HTTP, with the reasoning in place', async () => {
  const turns = [
    reasoning(
      'Both at once.',
      calls([call('read_file', { path: 'a' }), call('read_file', { path: 'b' })], { text: 'Look.' }),
    ),
    reasoning('One more.', call('read_file', { path: 'c' })),
    reasoning('Enough.', text('Done.')),
    text('Bye.'),
  ]
  const provider = await startFakeProvider({ wire, script: turns })
  onTestFinished(() => provider.close())
  const transport = createBedrockTransport({ baseUrl: provider.baseUrl, apiKey: 'key' })
  const messages: Message[] = [{ role: 'user', content: 'Hello' }]
  for (const turn of turns) {
    const request = { model: models[0], system: '', messages: [...messages], tools: [tool], reasoning: 'low' as const }
    const { message } = await readAnswer(transport.stream(request, { signal }))
    expect(message.content).toBe(turn.text ?? null)
    messages.push(message)
    for (const { id } of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: 'read' })
    if (message.content === 'Done.') messages.push({ role: 'user', content: 'Thanks' })
  }
  const sent = provider.requests.at(-1)?.body.messages
  const order = Array.isArray(sent) ? sent.map(({ content }) => content.flatMap(Object.keys).join(' ')) : []
  expect(order).toEqual([
    'text',
    'reasoningContent text toolUse toolUse',
    'toolResult toolResult cachePoint',
    'reasoningContent toolUse',
    'toolResult cachePoint',
    'reasoningContent text',
    'text cachePoint',
  ])
})
