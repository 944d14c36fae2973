import { createBedrockWire } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { createBedrockTransport } from './transport.js'

const wire = createBedrockWire()

transportContract({
  name: 'bedrock',
  wire,
  create: ({ baseUrl, apiKey }) => createBedrockTransport({ baseUrl, apiKey }),
})

transportContract({
  name: 'bedrock, whole answers',
  wire,
  create: ({ baseUrl, apiKey }) => createBedrockTransport({ baseUrl, apiKey, streaming: false }),
  gaps: { streaming: 'it was switched off' },
})
