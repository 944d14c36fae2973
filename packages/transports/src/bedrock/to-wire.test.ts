import type { AssistantMessage, ContentPart, Message, ModelRequest, UserMessage } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createRequestWriter } from './to-wire.js'

const origin = 'https://bedrock.example'
const writer = createRequestWriter({ id: 'bedrock', origin, cache: undefined })
const plain: ModelRequest = { model: 'm', system: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] }

function written(request: Partial<ModelRequest>, from = writer) {
  return JSON.parse(from.write({ ...plain, ...request }))
}

function user(...content: readonly ContentPart[]): UserMessage {
  return { role: 'user', content }
}

function image(url: string): ContentPart {
  return { type: 'image_url', image_url: { url } }
}

function file(filename: string, file_data: string): ContentPart {
  return { type: 'file', file: { filename, file_data } }
}

const answer: AssistantMessage = {
  role: 'assistant',
  content: 'Look.',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"n":12345678901234567890}' } }],
  reasoning: 'private',
  provider_data: {
    bedrock: {
      origin,
      model: 'm',
      blocks: [
        { type: 'text', length: 5 },
        { reasoningContent: { reasoningText: { text: 'thought', signature: 'sig' } } },
        { type: 'tool_use', id: 'a' },
      ],
    },
    other: { secret: 'theirs' },
  },
}
const result: Message = { role: 'tool', tool_call_id: 'a', content: 'read' }
const history: readonly Message[] = [{ role: 'user', content: 'Hello' }, answer, result]

test('a minimal request contains only messages', () => {
  expect(writer.write(plain)).toBe('{"messages":[{"role":"user","content":[{"text":"Hello"}]}]}')
})

describe('reasoning', () => {
  test('is sent back in place to the endpoint and model that wrote it; arguments keep their digits', () => {
    const json = writer.write({ ...plain, messages: history })
    expect(json).toContain(
      '{"role":"assistant","content":[{"text":"Look."},' +
        '{"reasoningContent":{"reasoningText":{"text":"thought","signature":"sig"}}},' +
        '{"toolUse":{"toolUseId":"a","name":"read_file","input":{"n":12345678901234567890}}}]}',
    )
  })

  test('is not sent to another server, even after the message was converted', () => {
    const frozen = history.map((message) => Object.freeze(message))
    writer.write({ ...plain, messages: frozen })
    const elsewhere = createRequestWriter({ id: 'bedrock', origin: 'https://other.example', cache: undefined })
    for (const json of [
      writer.write({ ...plain, messages: frozen, model: 'n' }),
      elsewhere.write({ ...plain, messages: frozen }),
    ]) {
      expect(json).not.toMatch(/thought|private|theirs|provider_data/)
    }
    expect(writer.write({ ...plain, messages: frozen })).toContain('thought')
  })

  test('is dropped when the message has changed', () => {
    const changed = { ...answer, content: 'Look there.' }
    expect(writer.write({ ...plain, messages: [changed, result] })).not.toContain('thought')
  })
})

describe('images and files', () => {
  function blocksOf(...parts: readonly ContentPart[]) {
    return written({ messages: [user({ type: 'text', text: 'See:' }, ...parts)] }).messages[0].content.slice(1)
  }

  test('are sent as bytes with the detected format instead of the declared one', () => {
    const bytes = 'iVBORw0KGgo='
    expect(blocksOf(image(`data:image/jpeg;base64,${bytes}`), file('x.bin', `data:;base64,${bytes}`))).toEqual([
      { image: { format: 'png', source: { bytes } } },
      { image: { format: 'png', source: { bytes } } },
    ])
  })

  test('have valid, unique names', () => {
    const pdf = 'data:application/pdf;base64,JVBERi0='
    const names = blocksOf(file('räport_v1.pdf', pdf), file('räport_v1.pdf', pdf), file('.pdf', pdf)).map(
      (block: { document: { name: string } }) => block.document.name,
    )
    expect(names).toEqual(['r port v1 (1)', 'r port v1 (2)', 'document (3)'])
  })

  test.each([
    ['report.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['a.csv', 'text/csv', 'csv'],
    ['a.md', 'text/markdown', 'md'],
    ['a.json', 'application/json', 'txt'],
    ['a.py', 'text/x-python', 'txt'],
  ])('%s is a document in the format %s', (name, type, format) => {
    expect(blocksOf(file(name, `data:${type};base64,YQ==`))[0].document.format).toBe(format)
  })

  test('that are unsupported are replaced by text', () => {
    const words = blocksOf(image('https://a.example/x.png'), file('a.zip', 'data:application/zip;base64,UEs='))
    expect(words).toEqual([
      { text: expect.stringContaining('https://a.example/x.png') },
      { text: expect.stringContaining('"a.zip"') },
    ])
  })

  test('are allowed in a result', () => {
    const content = [{ type: 'text' as const, text: 'Shot:' }, image('data:image/png;base64,iVBORw0KGgo=')]
    const messages = [...history.slice(0, 2), { ...result, content }]
    expect(written({ messages }).messages[2].content).toEqual([
      {
        toolResult: {
          toolUseId: 'a',
          content: [{ text: 'Shot:' }, { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }],
        },
      },
    ])
  })
})

test('defines placeholder tools for calls and results when the request has no tools', () => {
  expect(written({ messages: history }).toolConfig.tools).toEqual([
    { toolSpec: { name: 'read_file', description: expect.any(String), inputSchema: { json: { type: 'object' } } } },
  ])
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
  const first = writer.write({ ...plain, messages: [message] })
  const readsOfFirst = reads
  expect(writer.write({ ...plain, messages: [message] })).toBe(first)
  // The content is read once per request to count its documents but is not converted again.
  expect(reads - readsOfFirst).toBeLessThan(readsOfFirst)
})

test('provider options override settings but not the conversation', () => {
  const bedrock = {
    inferenceConfig: { temperature: 0.5 },
    additionalModelRequestFields: { top_k: 5 },
    guardrailConfig: { guardrailIdentifier: 'g' },
    messages: [],
  }
  const body = written({ maxOutputTokens: 9, providerOptions: { bedrock, other: { inferenceConfig: { topP: 1 } } } })
  expect(body).toEqual({
    messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
    inferenceConfig: { maxTokens: 9, temperature: 0.5 },
    additionalModelRequestFields: { top_k: 5 },
    guardrailConfig: { guardrailIdentifier: 'g' },
  })
})

describe('cache points', () => {
  const tool = { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } }
  const profile = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abcdef'

  /** Returns the number of cache points per part: tools, system prompt, messages. */
  function marksOf(model: string, cache?: '5m' | '1h' | 'off', messages: readonly Message[] = history) {
    const from = createRequestWriter({ id: 'bedrock', origin, cache })
    const body = written({ model, system: 'Rules.', tools: [tool], messages }, from)
    return [body.toolConfig, body.system, body.messages].map(
      (part) => JSON.stringify(part ?? null).split('"cachePoint"').length - 1,
    )
  }

  test.each<[string, '5m' | '1h' | 'off' | undefined, number[]]>([
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', undefined, [1, 1, 2]],
    ['global.anthropic.claude-opus-4-8', '1h', [1, 1, 2]],
    ['global.anthropic.claude-opus-4-8', 'off', [0, 0, 0]],
    ['anthropic.claude-3-haiku-20240307-v1:0', '5m', [0, 0, 0]],
    ['anthropic.claude-3-5-haiku-20241022-v1:0', undefined, [1, 1, 2]],
    // Nova rejects cache points in any other place.
    ['us.amazon.nova-pro-v1:0', '1h', [0, 1, 0]],
    ['deepseek.v3-v1:0', '5m', [0, 0, 0]],
    [profile, undefined, [0, 0, 0]],
    [profile, '5m', [1, 1, 2]],
  ])('%s with %s', (model, cache, marks) => {
    expect(marksOf(model, cache)).toEqual(marks)
  })

  test('last an hour only on request', () => {
    const hour = createRequestWriter({ id: 'bedrock', origin, cache: '1h' })
    const request = { ...plain, model: 'anthropic.claude-opus-4-8' }
    expect(hour.write(request)).toContain('{"cachePoint":{"type":"default","ttl":"1h"}}')
    expect(writer.write(request)).toContain('{"cachePoint":{"type":"default"}}')
  })

  test('do not follow documents other than PDF, which some models reject', () => {
    const withText = user(file('a.md', 'data:text/markdown;base64,YQ=='))
    const withPdf = user(file('a.pdf', 'data:application/pdf;base64,YQ=='))
    expect(marksOf('anthropic.claude-opus-4-8', '5m', [withText])).toEqual([1, 1, 0])
    expect(marksOf('anthropic.claude-opus-4-8', '5m', [withPdf])).toEqual([1, 1, 1])
  })
})
