import { scripted, text } from '../index.js'
import { transportContract } from './index.js'

transportContract({
  name: 'scripted',
  create: ({ replies }) => scripted(replies),
  gaps: { server: 'it answers within this process' },
})

const request = { model: 'own', system: '', messages: [{ role: 'user' as const, content: 'Hello' }], tools: [] }

transportContract({
  name: 'scripted by itself',
  create: () => scripted([text('one'), text('two')]),
  gaps: { server: 'it answers within this process', script: 'this one has its own' },
  requests: { text: request },
})
