import {
  type AssistantMessage,
  type JsonObject,
  type Message,
  type ModelRequest,
  sanitizeTranscript,
  type ToolCall,
} from '@hermes/core'
import { createResponsesWire } from '@hermes/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRequestWriter } from './to-wire.js'

const id = 'openai-responses'
const origin = 'https://model.example'
const writer = createRequestWriter({ id, origin })
const plain: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }

function written(request: Partial<ModelRequest>, from = writer) {
  return JSON.parse(from.write({ ...plain, ...request }, true))
}

function inputOf(...messages: readonly Message[]): JsonObject[] {
  return written({ messages }).input
}

function calling(callId: string, text = '{}', name = 'read_file'): ToolCall {
  return { id: callId, type: 'function', function: { name, arguments: text } }
}

function answer(fields: Partial<AssistantMessage>): AssistantMessage {
  return { role: 'assistant', content: null, ...fields }
}

function result(callId: string, content: string): Message {
  return { role: 'tool', tool_call_id: callId, name: 'read_file', content }
}

test('disables storage, requests encrypted reasoning, and writes the settings', () => {
  const tool = { name: 't', description: 'd', parameters: { type: 'object' }, toolset: 'x' }
  expect(written({ system: 'Be brief.', tools: [tool], maxOutputTokens: 900, reasoning: 'high' })).toEqual({
    model: 'm',
    store: false,
    stream: true,
    instructions: 'Be brief.',
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'high', summary: 'auto' },
    max_output_tokens: 900,
    prompt_cache_key: expect.stringMatching(/^hermes-[0-9a-f]{32}$/),
    tools: [{ type: 'function', name: 't', description: 'd', parameters: { type: 'object' }, strict: false }],
    input: [{ role: 'user', content: 'Hello' }],
  })
  expect(Object.keys(written({}))).not.toEqual(expect.arrayContaining(['tools']))
  expect(written({})).not.toHaveProperty('instructions')
  expect(written({ maxOutputTokens: 1 }).max_output_tokens).toBe(16)
})

test.each([
  ['gpt-5', 'none', 'minimal'],
  ['gpt-5', 'max', 'high'],
  ['gpt-5.1', 'minimal', 'none'],
  ['openai/gpt-5.5', 'max', 'xhigh'],
  ['gpt-5.6-terra', 'max', 'max'],
  ['o3', 'xhigh', 'high'],
  ['gpt-5-pro', 'low', 'high'],
  ['grok-4.3', 'max', 'high'],
  ['some-model', 'max', 'max'],
] as const)('%s takes the effort %s as %s', (model, reasoning, effort) => {
  expect(written({ model, reasoning }).reasoning).toMatchObject({ effort })
})

test('requests no summary without reasoning, and no effort from models without reasoning', () => {
  expect(written({ model: 'gpt-5.5', reasoning: 'none' }).reasoning).toEqual({ effort: 'none' })
  expect(written({ model: 'gpt-5.5' })).not.toHaveProperty('reasoning')
  expect(written({ model: 'grok-4', reasoning: 'high' })).not.toHaveProperty('reasoning')
  for (const model of ['gpt-4.1-mini', 'gpt-4o', 'gpt-5-chat-latest', 'grok-4.20-non-reasoning']) {
    expect(written({ model, reasoning: 'high' })).not.toHaveProperty('reasoning')
    expect(written({ model })).not.toHaveProperty('include')
  }
})

test('provider options override settings but not the conversation', () => {
  const overrides = { temperature: 0.5, input: [], stream: false, prompt_cache_key: 'mine', tools: [{}] }
  const body = written({ providerOptions: { [id]: overrides, other: { top_p: 1 } } })
  expect(body).toMatchObject({
    temperature: 0.5,
    prompt_cache_key: 'mine',
    stream: true,
    input: [{ content: 'Hello' }],
  })
  expect(body).not.toHaveProperty('top_p')
  expect(body).not.toHaveProperty('tools')
})

test('uses the id of the conversation as the cache key', () => {
  const first = written({ system: 's' }).prompt_cache_key
  const longer = [...plain.messages, answer({ content: 'Hi' }), { role: 'user' as const, content: 'And?' }]
  expect(written({ system: 's', messages: longer }).prompt_cache_key).toBe(first)
  expect(written({ system: 'other' }).prompt_cache_key).not.toBe(first)
  expect(written({ system: 's', messages: [{ role: 'user', content: 'Bye' }] }).prompt_cache_key).not.toBe(first)
})

test('sends images and files of users and results', () => {
  const content = [
    { type: 'text' as const, text: 'See' },
    { type: 'text' as const, text: '' },
    { type: 'image_url' as const, image_url: { url: 'https://a.example/x.png', detail: 'low' as const } },
    { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'file' as const, file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
  ]
  const parts = [
    { type: 'input_text', text: 'See' },
    { type: 'input_image', image_url: 'https://a.example/x.png', detail: 'low' },
    { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
  ]
  const call = answer({ tool_calls: [calling('a')] })
  const items = inputOf({ role: 'user', content }, call, { role: 'tool', tool_call_id: 'a', content })
  expect([items[0]?.content, items[2]?.output]).toEqual([parts, parts])
})

test('writes an answer as a message and calls, without display-only and foreign data', () => {
  const message = answer({
    content: 'Both.',
    tool_calls: [calling('a', '{"x":1}'), calling('b', '{"cut')],
    reasoning: 'private',
    provider_data: { anthropic: { signature: 'theirs' } },
  })
  expect(inputOf(message, result('a', 'one'), result('b', ''))).toEqual([
    { role: 'assistant', content: 'Both.' },
    { type: 'function_call', call_id: 'a', name: 'read_file', arguments: '{"x":1}' },
    { type: 'function_call', call_id: 'b', name: 'read_file', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'one' },
    { type: 'function_call_output', call_id: 'b', output: '' },
  ])
})

describe('call ids', () => {
  const idsOf = (...messages: readonly Message[]) => inputOf(...messages).map((item) => item.call_id)

  test('are replaced consistently when too long or invalid', () => {
    const long = `call_${'x'.repeat(200)}|fc_1`
    const messages = [
      answer({ tool_calls: [calling(long), calling('functions.a:0')] }),
      result(long, ''),
      result('functions.a:0', ''),
    ]
    const ids = idsOf(...messages)
    expect(ids).toEqual(idsOf(...messages))
    expect([ids[2], ids[3]]).toEqual([ids[0], ids[1]])
    for (const made of ids) expect(made).toMatch(/^call_[0-9a-f]{24}$/)
  })

  test('are made unique when they recur in a later answer', () => {
    const messages = [1, 2, 3].flatMap(() =>
      [answer({ tool_calls: [calling('call_0')] }), result('call_0', '')].map(Object.freeze),
    ) as Message[]
    expect(idsOf(...messages)).toEqual(['call_0', 'call_0', 'call_0_2', 'call_0_2', 'call_0_3', 'call_0_3'])
  })
})

describe('replay state', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'commentary', text_length: 3 },
    { type: 'message', id: 'msg_2', role: 'assistant', status: 'completed', text_length: 2 },
    { type: 'function_call', id: 'fc_1', call_id: 'a', status: 'completed' },
  ]
  const message = answer({
    content: 'One\n\nTo',
    tool_calls: [calling('a', '{"x":1}')],
    provider_data: { [id]: { origin, model: 'm', items } },
  })

  test('restores the original items', () => {
    const text = (content: string) => [{ type: 'output_text', text: content, annotations: [] }]
    expect(inputOf(message)).toEqual([
      items[0],
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        phase: 'commentary',
        content: text('One'),
      },
      { type: 'message', id: 'msg_2', role: 'assistant', status: 'completed', content: text('To') },
      { type: 'function_call', id: 'fc_1', call_id: 'a', status: 'completed', name: 'read_file', arguments: '{"x":1}' },
    ])
  })

  test.each<[string, Partial<AssistantMessage>]>([
    ['whose text was changed', { content: 'One' }],
    ['whose text was changed and kept its length', { content: 'One, To' }],
    ['whose text grew', { content: 'One\n\nTo!' }],
    ['without its call', { tool_calls: [] }],
    ['with another call', { tool_calls: [calling('a'), calling('b')] }],
    ['whose call has another id', { tool_calls: [calling('other')] }],
    ['of another server', { provider_data: { [id]: { origin: 'https://other.example', model: 'm', items } } }],
    ['of another model', { provider_data: { [id]: { origin, model: 'n', items } } }],
    ['of another transport', { provider_data: { other: { origin, model: 'm', items } } }],
    ['with invalid items', { provider_data: { [id]: { origin, model: 'm', items: [{ type: 'message' }] } } }],
  ])('of a message %s is omitted', (_, changes) => {
    expect(JSON.stringify(inputOf({ ...message, ...changes }))).not.toMatch(/secret|rs_1|msg_1/)
  })
})

test('converts a frozen message once, with stable bytes', () => {
  let reads = 0
  const message: Message = Object.freeze({
    role: 'user',
    get content() {
      reads++
      return 'Hello'
    },
  })
  const fresh = createRequestWriter({ id, origin })
  const bodies = [1, 2, 3].map(() => fresh.write({ ...plain, messages: [message] }, true))
  expect(new Set(bodies).size).toBe(1)
  expect(reads).toBe(1)
})

describe('any history becomes a valid request', () => {
  const strange = fc.constantFrom('', ' ', '\n', '\ud83d', 'a\udebd b', '\u0000\u001b[0m', '\\ud83d', 'null', '[]')
  const anyText = fc.oneof(strange, fc.string({ unit: 'grapheme' }))
  const anyPart = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: anyText }),
    fc.constant({ type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } }),
    fc.record({
      type: fc.constant('file' as const),
      file: fc.record({ filename: anyText, file_data: fc.constant('data:application/pdf;base64,AA==') }),
    }),
  )
  const anyContent = fc.oneof(anyText, fc.array(anyPart, { maxLength: 3 }))
  const foreign = fc.constantFrom(
    undefined,
    { anthropic: { signature: 'FOREIGN' } },
    { 'openai-chat': { origin, model: 'm', reasoning_content: 'FOREIGN' } },
    { [id]: { origin, model: 'n', items: [{ type: 'reasoning', id: 'rs_FOREIGN', encrypted_content: 'FOREIGN' }] } },
  )
  const anyCalls = fc.uniqueArray(
    fc.record({
      id: fc.oneof(fc.constantFrom('call_0', 'call_1', 'x'.repeat(99)), anyText),
      name: anyText,
      args: anyText,
    }),
    { maxLength: 3, selector: (call) => call.id },
  )
  const anyTurn = fc
    .record({
      role: fc.constantFrom('user', 'assistant', 'calls'),
      content: anyContent,
      calls: anyCalls,
      foreign,
      text: anyText,
    })
    .map(({ role, content, calls, foreign: data, text }): Message[] => {
      if (role === 'user') return [{ role, content }]
      const base = answer({ content: text, reasoning: text, ...(data && { provider_data: data }) })
      if (role === 'assistant') return [base]
      const made = calls.map((call) => calling(call.id, call.args, call.name))
      return [
        { ...base, tool_calls: made },
        ...calls.toReversed().map((call): Message => ({ role: 'tool', tool_call_id: call.id, content })),
      ]
    })
  const wire = createResponsesWire()

  function expectAccepted(messages: readonly Message[], system: string): void {
    const json = writer.write({ ...plain, messages, system }, true)
    expect(wire.problems?.(JSON.parse(json))).toEqual([])
    expect(json).not.toContain('FOREIGN')
  }

  test('unchanged, if calls and results match', () => {
    fc.assert(
      fc.property(fc.array(anyTurn, { maxLength: 6 }), anyText, (turns, system) =>
        expectAccepted(turns.flat(), system),
      ),
    )
  })

  test('in any message order, after it was repaired', () => {
    const shuffled = fc.array(anyTurn, { maxLength: 6 }).chain((turns) => {
      const messages = turns.flat()
      return fc.shuffledSubarray(messages, { minLength: messages.length })
    })
    fc.assert(fc.property(shuffled, (messages) => expectAccepted(sanitizeTranscript(messages), 's')))
  })
})
