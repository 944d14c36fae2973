import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { createMemoryStore } from './memory-store.js'

sessionStoreContract({
  name: 'memory',
  create: async () => ({ store: createMemoryStore() }),
  // Searching the messages of a single process would be of no use.
  capabilities: { durable: false, search: false },
})

workQueueContract({
  name: 'memory',
  create: async () => ({ store: createMemoryStore() }),
  capabilities: { durable: false },
})
