import type { AssistantMessage, Message, ModelRequest, UserMessage } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createRequestWriter, type RequestWriter } from './to-wire.js'

const baseUrl = 'https://model.example/v1'
const writer = createRequestWriter({ id: 'openai-chat', baseUrl })
const plain: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }

function written(request: Partial<ModelRequest>, from = writer) {
  return JSON.parse(textOf(from.write({ ...plain, ...request }, true)))
}

function textOf(body: ReturnType<RequestWriter['write']>): string {
  return Buffer.concat(piecesOf(body)).toString()
}

function piecesOf(body: ReturnType<RequestWriter['write']>): readonly Uint8Array<ArrayBuffer>[] {
  return body instanceof Uint8Array ? [body] : body
}

const answer: AssistantMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"x"}' } }],
  reasoning: 'private',
  provider_data: {
    'openai-chat': {
      origin: 'https://model.example',
      model: 'm',
      reasoning_content: 'thought',
      reasoning_details: [{ type: 'reasoning.text', text: 'thought' }],
      extra_content: { a: { google: { thought_signature: 's' } } },
    },
    other: { secret: 'theirs' },
  },
}

test('sends the system prompt first, and omits an empty one', () => {
  expect(written({ system: 'Be brief.' }).messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
  expect(written({}).messages).toEqual([{ role: 'user', content: 'Hello' }])
})

describe('replay state', () => {
  test('is sent to the server and model that wrote it', () => {
    expect(written({ messages: [answer] }).messages[0]).toEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'thought',
      reasoning_details: [{ type: 'reasoning.text', text: 'thought' }],
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'read_file', arguments: '{"path":"x"}' },
          extra_content: { google: { thought_signature: 's' } },
        },
      ],
    })
  })

  test('is not sent to another server, even after the message was converted', () => {
    const frozen: Message = Object.freeze({ ...answer })
    written({ messages: [frozen] })
    const elsewhere = createRequestWriter({ id: 'openai-chat', baseUrl: 'https://other.example/v1' })
    for (const json of [
      writer.write({ ...plain, messages: [frozen], model: 'n' }, true),
      elsewhere.write({ ...plain, messages: [frozen] }, true),
    ]) {
      expect(textOf(json)).not.toMatch(/thought|private|theirs|provider_data/)
    }
    expect(written({ messages: [frozen] }).messages[0]).toHaveProperty('reasoning_details')
  })
})

test('sends a call with invalid arguments without arguments', () => {
  const texts = ['', '{"cut', '[]', 'null']
  const calls = texts.map((text, n) => ({
    id: `c${n}`,
    type: 'function' as const,
    function: { name: 't', arguments: text },
  }))
  const [message] = written({ messages: [{ role: 'assistant', content: null, tool_calls: calls }] }).messages
  for (const call of message.tool_calls) expect(call.function.arguments).toBe('{}')
})

test('sends a tool result as text that mentions a removed image', () => {
  const content = [
    { type: 'text' as const, text: 'Here:' },
    { type: 'image_url' as const, image_url: { url: 'https://a.example/x.png' } },
  ]
  const [result] = written({ messages: [{ role: 'tool', tool_call_id: 'a', name: 't', content }] }).messages
  expect(result).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: expect.stringMatching(/^Here:\n\[1 attachment left out/),
  })
})

test('replaces lone surrogates, and keeps text that looks like their escape', () => {
  const json = textOf(writer.write({ ...plain, messages: [{ role: 'user', content: 'a\ud83d b' }] }, true))
  expect(JSON.parse(json).messages[0].content).toBe('a\ufffd b')
  expect(written({ messages: [{ role: 'user', content: '\\ud83d 👋' }] }).messages[0].content).toBe('\\ud83d 👋')
})

test('converts a frozen message once, with stable bytes', () => {
  let reads = 0
  const message: UserMessage = Object.freeze({
    role: 'user',
    get content() {
      reads++
      return 'Hello'
    },
  })
  const [first, second] = [
    writer.write({ ...plain, messages: [message] }, true),
    writer.write({ ...plain, messages: [message] }, true),
  ].map(textOf)
  expect(second).toBe(first)
  expect(reads).toBe(1)
})

test('writes tools and settings with the field names of each server', () => {
  const tool = { name: 't', description: 'd', parameters: { type: 'object' }, toolset: 'x' }
  const request = { tools: [tool], maxOutputTokens: 9, reasoning: 'max' } as const
  const toolOnWire = { type: 'function', function: { name: 't', description: 'd', parameters: { type: 'object' } } }
  expect(written(request)).toMatchObject({
    tools: [toolOnWire],
    max_tokens: 9,
    reasoning_effort: 'xhigh',
    stream: true,
  })
  const at = (url: string) => written(request, createRequestWriter({ id: 'openai-chat', baseUrl: url }))
  expect(at('https://api.openai.com/v1')).toMatchObject({ max_completion_tokens: 9 })
  expect(at('https://openrouter.ai/api/v1')).toMatchObject({ max_tokens: 9, reasoning: { effort: 'xhigh' } })
  expect(written({})).not.toHaveProperty('tools')
})

test('writes the same frozen tools once', () => {
  const tools = Object.freeze([{ name: 't', description: 'd', parameters: { type: 'object' } }])
  const other = Object.freeze([{ name: 'u', description: 'd', parameters: { type: 'object' } }])
  const pieces = [tools, tools, other].map((each) => piecesOf(writer.write({ ...plain, tools: each }, true)))
  const [first = [], second = [], third = []] = pieces
  const isShared = (piece: Uint8Array<ArrayBuffer>) => first.includes(piece) && textOf([piece]).includes('"tools"')
  expect(second.some(isShared)).toBe(true)
  expect(third.some(isShared)).toBe(false)
  expect(JSON.parse(textOf(third)).tools[0].function.name).toBe('u')
})

test('provider options override settings but not the conversation', () => {
  const overrides = { temperature: 0.5, messages: [], stream: false }
  const body = written({ providerOptions: { 'openai-chat': overrides, other: { top_p: 1 } } })
  expect(body).toMatchObject({ temperature: 0.5, stream: true, messages: [{ role: 'user', content: 'Hello' }] })
  expect(body).not.toHaveProperty('top_p')
})
