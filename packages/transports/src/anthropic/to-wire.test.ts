import type { AssistantMessage, Message, ModelRequest, ToolMessage } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createRequestWriter, type WriterTarget } from './to-wire.js'

const origin = 'https://model.example'
const plain: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const tool = { name: 't', description: 'd', parameters: { type: 'object' }, toolset: 'x' }

function written(request: Partial<ModelRequest>, target: Partial<WriterTarget> = {}) {
  const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined, ...target })
  return JSON.parse(writer.write({ ...plain, ...request }, true).body)
}

/** Converts messages followed by a question. */
function contentsOf(...messages: readonly Message[]) {
  const request = { messages: [...messages, plain.messages[0] ?? { role: 'user', content: '' }], tools: [tool] }
  return written(request).messages.map(({ role, content }: { role: string; content: object[] }) => [role, ...content])
}

function calling(...ids: readonly string[]): AssistantMessage {
  const made = ids.map((id) => ({ id, type: 'function' as const, function: { name: 't', arguments: '{}' } }))
  return { role: 'assistant', content: null, tool_calls: made }
}

function result(id: string, content: ToolMessage['content'] = 'ok'): ToolMessage {
  return { role: 'tool', tool_call_id: id, content }
}

const hello = { type: 'text', text: 'Hello' }

test('writes the system prompt, the tools, the model and a limit', () => {
  expect(written({ system: 'Rules.', tools: [tool], model: 'claude-sonnet-5-5' })).toEqual({
    tools: [{ name: 't', description: 'd', input_schema: { type: 'object' } }],
    system: [{ type: 'text', text: 'Rules.' }],
    messages: [{ role: 'user', content: [hello] }],
    model: 'claude-sonnet-5-5',
    max_tokens: 128_000,
    thinking: { type: 'adaptive', display: 'summarized' },
    stream: true,
  })
  expect(written({ maxOutputTokens: 9 }).max_tokens).toBe(9)
})

test('removes alternatives at the top level of a schema', () => {
  const parameters = { anyOf: [{ required: ['a'] }], properties: { a: { anyOf: [{ type: 'string' }] } } }
  expect(written({ tools: [{ ...tool, parameters }] }).tools[0].input_schema).toEqual({
    type: 'object',
    properties: { a: { anyOf: [{ type: 'string' }] } },
  })
})

test('sends results of parallel calls in one message, before the text of the user', () => {
  expect(
    contentsOf({ role: 'user', content: 'Go' }, calling('a', 'b'), result('b', 'two'), result('a', 'one')),
  ).toEqual([
    ['user', { type: 'text', text: 'Go' }],
    [
      'assistant',
      { type: 'tool_use', id: 'a', name: 't', input: {} },
      { type: 'tool_use', id: 'b', name: 't', input: {} },
    ],
    [
      'user',
      { type: 'tool_result', tool_use_id: 'b', content: 'two' },
      { type: 'tool_result', tool_use_id: 'a', content: 'one' },
      hello,
    ],
  ])
})

test('makes repeated and invalid ids valid, for the call and its result', () => {
  const messages = [calling('call_1', 'x:0'), result('call_1'), result('x:0'), calling('call_1'), result('call_1')]
  const blocks = contentsOf(...messages).flat()
  const made = blocks.flatMap((block: { id?: string }) => block.id ?? [])
  const answered = blocks.flatMap((block: { tool_use_id?: string }) => block.tool_use_id ?? [])
  expect(new Set(made).size).toBe(3)
  expect(answered).toEqual(made)
  for (const id of made) expect(id).toMatch(/^[A-Za-z0-9_-]+$/)
})

test('keeps the bytes of arguments, and replaces anything but a JSON object with an empty one', () => {
  const inputOf = (args: string) => {
    const made: AssistantMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 't', arguments: args } }],
    }
    const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined })
    return writer.write({ ...plain, messages: [made, result('a')] }, true).body.match(/"input":(.*?)\}\]/)?.[1]
  }
  expect(inputOf('{ "n": 12345678901234567890, "x": 1.0 }')).toBe('{ "n": 12345678901234567890, "x": 1.0 }')
  for (const args of ['', '{"cut', '[]', 'null']) expect(inputOf(args)).toBe('{}')
  expect(inputOf('{"a":"\\ud83d"}')).toBe('{"a":"\ufffd"}')
})

test('sends images and files of users and tools, and names the unsupported ones', () => {
  const pdf = 'data:application/pdf;base64,JVBERi0='
  const content = [
    { type: 'image_url' as const, image_url: { url: 'https://a.example/x.png' } },
    // The type is detected from the content of an image, not from its declared type.
    { type: 'image_url' as const, image_url: { url: 'data:image/jpeg;base64,iVBORw0KGgo=' } },
    { type: 'image_url' as const, image_url: { url: 'data:image/svg+xml,%3Csvg/%3E' } },
    { type: 'file' as const, file: { filename: 'a.pdf', file_data: pdf } },
    { type: 'file' as const, file: { filename: 'a.md', file_data: 'data:text/markdown,%23%20Title' } },
    { type: 'file' as const, file: { filename: 'a.zip', file_data: 'data:application/zip;base64,UEsDBA==' } },
  ]
  const blocks = [
    { type: 'image', source: { type: 'url', url: 'https://a.example/x.png' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    { type: 'text', text: expect.stringContaining('image/svg+xml') },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# Title' }, title: 'a.md' },
    { type: 'text', text: expect.stringMatching(/a\.zip.*application\/zip/) },
  ]
  expect(contentsOf({ role: 'user', content })).toEqual([['user', ...blocks, hello]])
  expect(contentsOf(calling('a'), result('a', content)).at(-1)).toEqual([
    'user',
    { type: 'tool_result', tool_use_id: 'a', content: blocks },
    hello,
  ])
})

test('fills or omits empty messages, and starts and ends the conversation with the user', () => {
  expect(contentsOf({ role: 'user', content: '' })).toEqual([
    ['user', { type: 'text', text: '(an empty message)' }, hello],
  ])
  expect(contentsOf({ role: 'user', content: 'a' }, { role: 'assistant', content: ' ' })).toEqual([
    ['user', { type: 'text', text: 'a' }, hello],
  ])
  expect(contentsOf(calling('a'), result('a', '')).at(-1)).toEqual([
    'user',
    { type: 'tool_result', tool_use_id: 'a' },
    hello,
  ])
  const answerOnly = written({ messages: [{ role: 'assistant', content: 'Yes.' }] })
  expect(answerOnly.messages.map(({ role }: Message) => role)).toEqual(['user', 'assistant', 'user'])
})

test('defines the tools of the history without allowing calls when the request has no tools', () => {
  const body = written({ messages: [calling('a'), result('a')] })
  expect(body).toMatchObject({ tools: [{ name: 't' }], tool_choice: { type: 'none' } })
  expect(written({})).not.toHaveProperty('tools')
})

describe('replay state', () => {
  const thought = { type: 'thinking', thinking: 'private', signature: 'sig' }
  const blocks = [
    thought,
    { type: 'text', length: 1 },
    thought,
    { type: 'tool_use', id: 'a' },
    { type: 'text', length: 1 },
  ]
  const answer: AssistantMessage = Object.freeze({
    ...calling('a'),
    content: 'xy',
    reasoning: 'private',
    provider_data: { anthropic: { origin, model: 'm', blocks }, other: { secret: 'private' } },
  })
  const request = { ...plain, messages: [answer, result('a')], tools: [tool] }

  test('restores every block in place', () => {
    expect(written(request).messages[1].content).toEqual([
      thought,
      { type: 'text', text: 'x' },
      thought,
      { type: 'tool_use', id: 'a', name: 't', input: {} },
      { type: 'text', text: 'y' },
    ])
  })

  test('is not sent to another server, even after the message was converted', () => {
    const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined })
    expect(writer.write(request, true).body).toContain('private')
    const elsewhere = createRequestWriter({ id: 'anthropic', origin: 'https://other.example', cacheTtl: undefined })
    for (const { body } of [writer.write({ ...request, model: 'n' }, true), elsewhere.write(request, true)]) {
      expect(body).not.toContain('private')
    }
    expect(writer.write(request, true).body).toContain('private')
  })

  test('is omitted without thinking, and after the message has changed', () => {
    expect(JSON.stringify(written({ ...request, reasoning: 'none' }))).not.toContain('private')
    for (const changes of [{ content: 'x' }, calling('b'), { tool_calls: [] }]) {
      const messages = [{ ...answer, ...changes }, result('b')]
      expect(JSON.stringify(written({ ...request, messages }))).not.toContain('private')
    }
  })

  test('decides whether a loop continues with a budget', () => {
    const model = 'claude-sonnet-4-5'
    const own = { ...answer, provider_data: { anthropic: { origin, model, blocks } } }
    const ask = (messages: readonly Message[]) => written({ ...request, model, messages, reasoning: 'high' }).thinking
    expect(ask([own, result('a')])).toMatchObject({ type: 'enabled' })
    expect(ask([answer, result('a')])).toBeUndefined()
    expect(ask([answer, result('a'), { role: 'user', content: 'Go on' }])).toBeUndefined()
    expect(ask([answer, result('a'), { role: 'assistant', content: 'Done.' }])).toMatchObject({ type: 'enabled' })
  })
})

describe('cache marks', () => {
  const messages: Message[] = [1, 2, 3].flatMap((turn): Message[] => [
    { role: 'user', content: `question ${turn}` },
    { role: 'assistant', content: `answer ${turn}` },
  ])
  const marked = (request: Partial<ModelRequest>, cacheTtl: WriterTarget['cacheTtl'] = '5m') => {
    const body = written({ messages: [...messages, { role: 'user', content: 'last' }], ...request }, { cacheTtl })
    const all = [
      ...(body.tools ?? []),
      ...(body.system ?? []),
      ...body.messages.flatMap((message: { content: object[] }) => message.content),
    ]
    return all.filter((block) => 'cache_control' in block)
  }

  test('are set on the system prompt, which follows the tools, and on the last three messages', () => {
    const blocks = marked({ system: 'Rules.', tools: [tool] })
    expect(blocks.map((block) => block.text)).toEqual(['Rules.', 'question 3', 'answer 3', 'last'])
    expect(blocks[0]?.cache_control).toEqual({ type: 'ephemeral' })
    expect(marked({ tools: [tool] }).map((block) => block.name ?? block.text)).toEqual([
      't',
      'question 3',
      'answer 3',
      'last',
    ])
  })

  test('contain the lifetime, or are omitted when caching is off', () => {
    expect(marked({ system: 'Rules.' }, '1h')[0]?.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' })
    const off = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined }).write(
      { ...plain, system: 's' },
      true,
    )
    expect(off.body).not.toContain('cache_control')
  })
})

test('provider options override settings but not the conversation', () => {
  const overrides = { temperature: 0.5, messages: [], system: 'x', tools: [], stream: false, max_tokens: 7 }
  const body = written({ providerOptions: { anthropic: overrides, other: { top_p: 1 } } })
  expect(body).toMatchObject({ temperature: 0.5, stream: true, max_tokens: 7, messages: [{ content: [hello] }] })
  for (const key of ['top_p', 'system', 'tools']) expect(body).not.toHaveProperty(key)
})

test('sends the beta for fast mode', () => {
  const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined })
  const { body, betas } = writer.write({ ...plain, providerOptions: { anthropic: { speed: 'fast' } } }, true)
  expect(JSON.parse(body)).toMatchObject({ speed: 'fast' })
  expect(betas).toContain('fast-mode-2026-02-01')
  expect(writer.write(plain, true).betas).toEqual([])
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
  const writer = createRequestWriter({ id: 'anthropic', origin, cacheTtl: undefined })
  const bodies = [1, 2, 3].map(() => writer.write({ ...plain, messages: [message] }, true).body)
  expect(new Set(bodies).size).toBe(1)
  expect(reads).toBe(1)
})
