import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { createMemoryStore } from './memory-store.js'

sessionStoreContract({
  name: 'memory',
  create: async () => ({ store: createMemoryStore() }),
  // Looking through what one process has said so far is of no use to anybody.
  capabilities: { durable: false, search: false },
})

workQueueContract({
  name: 'memory',
  create: async () => ({ store: createMemoryStore() }),
  capabilities: { durable: false },
})
