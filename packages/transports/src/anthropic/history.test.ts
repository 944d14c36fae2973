import type { AssistantMessage, JsonObject, Message, ModelRequest, ReasoningEffort, ToolDefinition } from '@hermes/core'
import { call, calls, createAnthropicWire, reasoning, startFakeProvider, text } from '@hermes/testkit'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { anyHistory } from '../../testing/any-history.js'
import { readAnswer } from '../../testing/recorded.js'
import { createRequestWriter } from './to-wire.js'
import { createAnthropicTransport } from './transport.js'

const origin = 'https://model.example'
const wire = createAnthropicWire()
const tool: ToolDefinition = { name: 'read_file', description: '', parameters: { type: 'object' } }
const signal = new AbortController().signal

/** A thinking block with the fake provider's signature. */
function thoughtOf(thinking: string, model: string): JsonObject {
  return { type: 'thinking', thinking, signature: Buffer.from(`${model}\n${thinking}`).toString('base64') }
}

const models = ['fake-model', 'claude-sonnet-4-5', 'claude-opus-4-8', 'claude-sonnet-5-5', 'claude-3-5-haiku'] as const

/** Answers with thinking between their blocks, some cut off within a block or changed afterwards. */
const ownAnswers = fc
  .record({ model: fc.constantFrom(...models), isCut: fc.boolean(), isChanged: fc.boolean(), calls: fc.nat(2) })
  .map(({ model, isCut, isChanged, calls: count }): AssistantMessage => {
    const made = Array.from({ length: count }, (_, index) => `toolu_${index}`)
    const toUse = made.map((id): JsonObject => ({ type: 'tool_use', id }))
    const speech: JsonObject[] = [{ type: 'text', length: 2 }, thoughtOf('again', model), { type: 'text', length: 2 }]
    const end = isCut ? [thoughtOf('unfinished', model)] : []
    const blocks = [
      thoughtOf('first', model),
      { type: 'redacted_thinking', data: 'opaque' },
      ...speech,
      ...toUse,
      ...end,
    ]
    return {
      role: 'assistant',
      content: isChanged ? 'redacted' : 'ab\n ',
      ...(count > 0 && {
        tool_calls: made.map((id) => ({ id, type: 'function', function: { name: 'todo', arguments: '{}' } })),
      }),
      provider_data: { anthropic: { origin, model, blocks } },
    }
  })

const foreign = [
  { 'openai-responses': { items: [{ encrypted_content: 'FOREIGN' }] } },
  { anthropic: { origin: 'https://other.example', model: 'fake-model', blocks: [thoughtOf('FOREIGN', 'fake-model')] } },
  { anthropic: { origin, model: 'another-model', blocks: [thoughtOf('FOREIGN', 'another-model')] } },
  { anthropic: { origin, model: 'fake-model', blocks: 'FOREIGN' } },
]

const anyRequest = fc.record({
  messages: anyHistory(ownAnswers, foreign),
  system: fc.constantFrom('', ' ', 'Be brief. \ud83d'),
  tools: fc.constantFrom([], [tool]),
  model: fc.constantFrom(...models),
  reasoning: fc.constantFrom<ReasoningEffort | undefined>(undefined, 'none', 'minimal', 'high', 'max'),
  maxOutputTokens: fc.constantFrom(undefined, 900, 8_000),
  cacheTtl: fc.constantFrom(undefined, '5m' as const, '1h' as const),
})

test('converts every history to a valid request without data from other providers', () => {
  fc.assert(
    fc.property(anyRequest, ({ cacheTtl, reasoning: effort, maxOutputTokens, ...rest }) => {
      const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl })
      const request = {
        ...rest,
        ...(effort && { reasoning: effort }),
        ...(maxOutputTokens && { maxOutputTokens }),
      }
      const { body } = writer.write(request, true)
      expect(wire.problems?.(JSON.parse(body))).toEqual([])
      expect(body).not.toMatch(/FOREIGN|provider_data/)
      expect(Buffer.from(body).toString()).toBe(body)
    }),
    { numRuns: 1_500 },
  )
})

/** Removes the cache marks, which the provider does not compare. */
function unmarked(body: string): string {
  return body.replaceAll(',"cache_control":{"type":"ephemeral"}', '')
}

/** Returns the bytes up to the end of the last message. */
function prefixOf(body: string): string {
  return unmarked(body).replace(/\],"model":.*$/s, '')
}

test('over 50 iterations, each request extends the previous bytes and has four cache marks', () => {
  const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: '5m' })
  const tools = Object.freeze([tool])
  const messages: Message[] = [Object.freeze({ role: 'user', content: 'Go' })]
  let before = ''
  for (let iteration = 0; iteration < 50; iteration++) {
    const request: ModelRequest = { model: 'claude-sonnet-4-5', system: 'Rules.', messages: [...messages], tools }
    const { body } = writer.write({ ...request, reasoning: 'high' }, true)
    expect(prefixOf(body).startsWith(before)).toBe(true)
    before = prefixOf(body)
    expect(body.match(/cache_control/g)).toHaveLength(Math.min(4, iteration * 2 + 2))
    const id = `toolu_${iteration}`
    const blocks = [thoughtOf(`thought ${iteration}`, 'claude-sonnet-4-5'), { type: 'tool_use', id }]
    const answer: AssistantMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{ "path":"a" }' } }],
      provider_data: { anthropic: { origin, model: 'claude-sonnet-4-5', blocks } },
    }
    const result: Message = { role: 'tool', tool_call_id: id, content: `result ${iteration}` }
    messages.push(Object.freeze(answer), Object.freeze(result))
  }
  expect(before.match(/"thinking":"thought/g)).toHaveLength(49)
})

test('a conversation with thinking and parallel calls round-trips over HTTP, with the thinking in place', async () => {
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
  const transport = createAnthropicTransport({ baseUrl: provider.baseUrl })
  const messages: Message[] = [{ role: 'user', content: 'Hello' }]
  for (const turn of turns) {
    const request: ModelRequest = {
      model: 'claude-sonnet-4-5',
      system: '',
      messages: [...messages],
      tools: [tool],
      reasoning: 'low',
    }
    const { message } = await readAnswer(transport.stream(request, { signal }))
    expect(message.content).toBe(turn.text ?? null)
    messages.push(message)
    for (const { id } of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: 'read' })
    if (message.content === 'Done.') messages.push({ role: 'user', content: 'Thanks' })
  }
  const sent = provider.requests.at(-1)?.body.messages
  const order = Array.isArray(sent)
    ? sent.map(({ content }) => content.map((block: JsonObject) => block.type).join(' '))
    : []
  expect(order).toEqual([
    'text',
    'thinking text tool_use tool_use',
    'tool_result tool_result',
    'thinking tool_use',
    'tool_result',
    'thinking text',
    'text',
  ])
})
