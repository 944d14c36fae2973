import { createAnthropicWire, createBedrockWire, createResponsesWire } from '@hermes/testkit'
import { type TransportContract, transportBadInput, transportContract } from '@hermes/testkit/contracts'
import { createAnthropicTransport } from './anthropic/index.js'
import { createBedrockTransport } from './bedrock/index.js'
import { createOpenAIChatTransport } from './openai-chat/index.js'
import { createOpenAIResponsesTransport } from './openai-responses/index.js'
import type { HttpTransportOptions } from './shared/http-options.js'

type Wire = Pick<TransportContract, 'wire'> & {
  readonly create: (options: HttpTransportOptions) => ReturnType<typeof createOpenAIChatTransport>
}

const wires: Readonly<Record<string, Wire>> = {
  'openai-chat': { create: createOpenAIChatTransport },
  'openai-responses': { create: createOpenAIResponsesTransport, wire: createResponsesWire() },
  anthropic: { create: createAnthropicTransport, wire: createAnthropicWire() },
  bedrock: { create: createBedrockTransport, wire: createBedrockWire() },
}

for (const [name, { create, wire }] of Object.entries(wires)) {
  for (const streaming of [true, false]) {
    transportBadInput({
      name: streaming ? name : `${name}, whole answers`,
      create: ({ baseUrl, apiKey }) => create({ baseUrl, apiKey, streaming }),
      ...(wire && { wire }),
      ...(!streaming && { gaps: { streaming: 'it was switched off' } }),
    })
  }
}

transportContract({
  name: 'openai-chat, whole answers',
  create: ({ baseUrl, apiKey }) => createOpenAIChatTransport({ baseUrl, apiKey, streaming: false }),
  gaps: { streaming: 'it was switched off' },
})
