import { sessionStoreContract } from '@hermes/testkit/contracts'
import { createMemoryStore } from './memory-store.js'

sessionStoreContract({
  name: 'memory',
  create: async () => ({ store: createMemoryStore() }),
  capabilities: { durable: false },
})
