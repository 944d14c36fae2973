import { createPostgresStore } from '@hermes/state/postgres'
import { sessionStoreContract } from '@hermes/testkit/contracts'
import { withPostgres } from './with-postgres.js'

withPostgres('the contract', (server) => {
  sessionStoreContract({
    name: 'postgres',
    async create() {
      const place = { url: server().url('postgres'), schema: server().newName() }
      return { store: await createPostgresStore(place), reopen: () => createPostgresStore(place) }
    },
  })
})
