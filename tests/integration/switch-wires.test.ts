import { createAgent, createMemoryStore, type SessionStore, type Transport } from '@hermes/core'
import {
  call,
  calls,
  createAnthropicWire,
  createBedrockWire,
  createChatWire,
  createResponsesWire,
  type FakeProvider,
  fakeTools,
  reasoning,
  startFakeProvider,
  text,
  type Wire,
} from '@hermes/testkit'
import { createAnthropicTransport } from '@hermes/transports/anthropic'
import { createBedrockTransport } from '@hermes/transports/bedrock'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { createOpenAIResponsesTransport } from '@hermes/transports/openai-responses'
import { expect, onTestFinished, test } from 'vitest'

interface Setup {
  readonly model: string
  readonly wire: () => Wire
  readonly connect: (baseUrl: string) => Transport
}

const apiKey = 'made-up-key'
const wires = {
  'openai-chat': {
    model: 'gpt-5.2',
    wire: () => createChatWire(),
    connect: (baseUrl) => createOpenAIChatTransport({ baseUrl, apiKey }),
  },
  'openai-responses': {
    model: 'gpt-5.2',
    wire: () => createResponsesWire(),
    connect: (baseUrl) => createOpenAIResponsesTransport({ baseUrl, apiKey }),
  },
  anthropic: {
    model: 'claude-sonnet-4-5',
    wire: () => createAnthropicWire(),
    connect: (baseUrl) => createAnthropicTransport({ baseUrl, apiKey }),
  },
  bedrock: {
    model: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    wire: () => createBedrockWire(),
    connect: (baseUrl) => createBedrockTransport({ baseUrl, apiKey }),
  },
} as const satisfies Record<string, Setup>

type Name = keyof typeof wires
const names = Object.keys(wires) as Name[]
const tools = fakeTools({ look: ({ at }) => `saw ${at}`, fail: () => Promise.reject(new Error('broken')) })

/** A turn that reasons, makes two parallel calls, then a third, and then answers. */
const turn = [
  reasoning('Let me look.', calls([call('look', { at: 'a' }), call('fail')], { text: 'Looking.' })),
  call('look', { at: 'b' }),
  text('Done.'),
]

async function takeTurn(name: Name, store: SessionStore, sessionId: string): Promise<FakeProvider> {
  const { model, wire, connect } = wires[name]
  // Strict: a request that a real provider would reject fails the turn.
  const provider = await startFakeProvider({ script: turn, wire: wire() })
  onTestFinished(() => provider.close())
  const transport = connect(provider.baseUrl.replace(/\/v1$/, name.startsWith('openai') ? '/v1' : ''))
  const agent = createAgent({
    transport,
    tools,
    store,
    model: { id: model, reasoning: 'medium', maxOutputTokens: 8_000 },
  })
  const { outcome } = await agent.run(`go on with ${name}`, { sessionId }).result
  expect(outcome, name).toEqual({ status: 'completed', text: 'Done.' })
  return provider
}

const pairs = names.flatMap((first) =>
  names.filter((second) => second !== first).map((second) => [first, second] as const),
)

test.each(pairs)('continues a session from %s with %s, and back', async (first, second) => {
  const store = createMemoryStore()
  await takeTurn(first, store, 's')
  const { requests } = await takeTurn(second, store, 's')
  expect(JSON.stringify(requests[0]?.body)).toMatch(/go on with .*saw a.*saw b.*Done\..*go on with/s)
  await takeTurn(first, store, 's')
})

test('switches a session through all wires twice', async () => {
  const store = createMemoryStore()
  for (const name of [...names, ...names]) await takeTurn(name, store, 's')
  expect(await store.messages.load('s')).toHaveLength(8 * 7)
})
