import { createConversations } from '@hermes/conversations'
import { createPostgresStore } from '@hermes/state/postgres'
import { conversationContract } from '@hermes/testkit/contracts/conversation'
import { withPostgres } from '../state-postgres/with-postgres.js'

withPostgres('conversations', (server) => {
  conversationContract({
    name: 'PostgreSQL',
    createConversations,
    createStore: () => createPostgresStore({ url: server().url('postgres'), schema: server().newName() }),
  })
})
