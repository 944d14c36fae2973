import { createMemoryStore } from '@hermes/core'
import { conversationContract } from '@hermes/testkit/contracts/conversation'
import { createConversations } from './create-conversations.js'

conversationContract({ name: 'store in memory', createConversations, createStore: async () => createMemoryStore() })

conversationContract({
  name: 'store without a queue',
  createConversations,
  async createStore() {
    const { queue: _, ...store } = createMemoryStore()
    return store
  },
  capabilities: { queue: false },
})
