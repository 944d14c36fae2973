import { transportContract } from '@hermes/testkit/contracts'
import { createEchoTransport } from './transport.js'

transportContract({
  name: 'echo',
  create: () => createEchoTransport(),
  gaps: {
    server: 'it answers within this process',
    script: 'it repeats its input',
    reasoning: 'it does not think',
  },
  requests: {
    text: { model: 'echo', system: '', messages: [{ role: 'user', content: 'Good morning, Hermes' }], tools: [] },
  },
})
