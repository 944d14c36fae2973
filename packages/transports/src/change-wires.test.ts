import type { Message, ModelRequest, Transport } from '@hermes/core'
import {
  call,
  calls,
  createAnthropicWire,
  createBedrockWire,
  createChatWire,
  createResponsesWire,
  reasoning,
  startFakeProvider,
  text,
  toolTurns,
  type Wire,
} from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { readAnswer } from '../testing/recorded.js'
import { createAnthropicTransport } from './anthropic/index.js'
import { createBedrockTransport } from './bedrock/index.js'
import { createOpenAIChatTransport } from './openai-chat/index.js'
import { createOpenAIResponsesTransport } from './openai-responses/index.js'

const wires: readonly (readonly [string, Wire, (baseUrl: string) => Transport])[] = [
  ['openai-chat', createChatWire(), (baseUrl) => createOpenAIChatTransport({ baseUrl })],
  ['openai-responses', createResponsesWire(), (baseUrl) => createOpenAIResponsesTransport({ baseUrl })],
  ['anthropic', createAnthropicWire(), (baseUrl) => createAnthropicTransport({ baseUrl })],
  ['bedrock', createBedrockWire(), (baseUrl) => createBedrockTransport({ baseUrl, apiKey: 'k' })],
]

const base: ModelRequest = {
  model: 'fake-model',
  system: 's',
  messages: [],
  tools: [{ name: 'see', description: 'Looks.', parameters: { type: 'object' } }],
}

/** Script whose turns contain thinking, text and two calls each. */
const script = toolTurns(
  8,
  (n) =>
    reasoning(`Turn ${n}.`, calls([call('see', { n }), call('see', { n, again: true })], { text: `Looking ${n}.` })),
  text('Done.'),
)

test.each(wires.map(([name], first) => [name, first] as const))(
  'continues a conversation from %s on all other wires, with calls and reasoning',
  async (_, first) => {
    const transports = await Promise.all(
      wires.map(async ([, wire, create]) => {
        const provider = await startFakeProvider({ wire, script })
        onTestFinished(() => provider.close())
        return create(provider.baseUrl)
      }),
    )
    const messages: Message[] = [{ role: 'user', content: 'Begin.' }]
    const signal = new AbortController().signal
    for (let turn = 0; turn <= 8; turn++) {
      const transport = transports[(first + turn) % transports.length]
      if (!transport) throw new Error('There are no transports.')
      const { message } = await readAnswer(transport.stream({ ...base, messages: [...messages] }, { signal }))
      messages.push(message)
      for (const { id } of message.tool_calls ?? []) messages.push({ role: 'tool', tool_call_id: id, content: 'seen' })
    }
    expect(messages.at(-1)).toMatchObject({ content: 'Done.' })
    expect(messages.filter((message) => message.role === 'tool')).toHaveLength(16)
  },
)
