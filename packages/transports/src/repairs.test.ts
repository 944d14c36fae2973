import { createHash } from 'node:crypto'
import { type JsonObject, type Message, type ModelRequest, type Transport, TransportError } from '@hermes/core'
import {
  createAnthropicWire,
  createBedrockWire,
  createChatWire,
  createResponsesWire,
  fail,
  reasoning,
  startFakeProvider,
  text,
  type Wire,
} from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readAnswer } from '../testing/recorded.js'
import { createAnthropicTransport } from './anthropic/index.js'
import { createBedrockTransport } from './bedrock/index.js'
import { createOpenAIChatTransport } from './openai-chat/index.js'
import { createOpenAIResponsesTransport } from './openai-responses/index.js'
import { withRepair } from './wrap/index.js'

const wires: readonly (readonly [string, Wire, (baseUrl: string) => Transport])[] = [
  ['openai-chat', createChatWire(), (baseUrl) => createOpenAIChatTransport({ baseUrl })],
  ['openai-responses', createResponsesWire(), (baseUrl) => createOpenAIResponsesTransport({ baseUrl })],
  ['anthropic', createAnthropicWire(), (baseUrl) => createAnthropicTransport({ baseUrl })],
  ['bedrock', createBedrockWire(), (baseUrl) => createBedrockTransport({ baseUrl, apiKey: 'k' })],
]

const pixel = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`
const signal = new AbortController().signal

const request: ModelRequest = {
  model: 'fake-model',
  system: 's',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: pixel } },
      ],
    },
  ],
  tools: [
    {
      name: 'find',
      description: 'Finds.',
      parameters: { type: 'object', properties: { id: { type: 'string', pattern: '^\\d+$' } } },
    },
  ],
}

/** Starts a provider that rejects requests containing `part`, with `words` as the error message. */
async function refusing(wire: Wire, part: RegExp, words: string) {
  const refusal = fail(new TransportError('invalid-request', words, { status: 400 }))
  const script = (body: JsonObject) => (part.test(JSON.stringify(body)) ? refusal : text('ok'))
  const provider = await startFakeProvider({ wire, script })
  onTestFinished(() => provider.close())
  return provider
}

async function ask(transport: Transport, asked: ModelRequest = request) {
  const { events, message } = await readAnswer(transport.stream(asked, { signal }))
  return { message, notices: events.flatMap((event) => (event.type === 'notice' ? [event.code] : [])) }
}

describe.each(wires)('over %s', (_, wire, create) => {
  test.each([
    ['pictures', /iVBORw0KGgo/, 'this model does not support image input'],
    [
      'large pictures',
      /iVBORw0KGgo/,
      'messages.0.content.1: image exceeds 5 MB maximum: 6713680 bytes > 5242880 bytes',
    ],
    ['pictures that it cannot read', /iVBORw0KGgo/, 'Could not process image'],
    ['patterns', /"pattern"/, 'Failed to initialize samplers: failed to parse grammar'],
  ])('answers without %s after a rejection, and does not send them again', async (_, part, words) => {
    const provider = await refusing(wire, part, words)
    const transport = withRepair(create(provider.baseUrl))
    const first = await ask(transport)
    expect([first.message.content, new Set(first.notices)]).toEqual(['ok', new Set(['repair'])])
    const count = provider.requests.length
    expect((await ask(transport)).notices).toEqual([])
    expect(provider.requests).toHaveLength(count + 1)
  })
})

describe.each(wires.filter(([name]) => name !== 'openai-chat'))('thoughts over %s', (name, wire, create) => {
  test('that the provider no longer accepts are dropped', async () => {
    const provider = await startFakeProvider({ wire, script: [reasoning('Hm.', text('Yes.')), text('ok')] })
    onTestFinished(() => provider.close())
    const transport = withRepair(create(provider.baseUrl))
    const { message } = await ask(transport)
    expect(message.provider_data?.[name]).toBeDefined()
    const forged = JSON.parse(JSON.stringify(message).replace(/("(?:signature|encrypted_content)":")[^"]+/g, forge))
    const messages: Message[] = [...request.messages, forged, { role: 'user', content: 'Sure?' }]
    const second = await ask(transport, { ...request, messages })
    expect([second.message.content, second.notices]).toEqual(['ok', ['repair']])
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('Yes.')
  })
})

function forge(_: string, start: string): string {
  return start + createHash('sha256').update('another conversation').digest('base64url')
}
