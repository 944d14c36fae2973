import { createPostgresStore } from '@hermes/state/postgres'
import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { withPostgres } from './with-postgres.js'

withPostgres('the contract', (server) => {
  async function create() {
    const place = { url: server().url('postgres'), schema: server().newName() }
    return { store: await createPostgresStore(place), reopen: () => createPostgresStore(place) }
  }
  sessionStoreContract({ name: 'postgres', create })
  workQueueContract({ name: 'postgres', create })
})
