import type { WorkItemRef } from '@hermes/core/queue'
import { createPostgresStore } from '@hermes/state/postgres'
import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { withPostgres } from './with-postgres.js'

withPostgres('the contract', (server) => {
  async function create() {
    const place = { url: server().url('postgres'), schema: server().newName() }
    const damageItem = async ({ queue, id }: WorkItemRef) => {
      const table = `${place.schema}.work_items`
      await server().run('postgres', `update ${table} set payload = '{}' where queue = '${queue}' and id = '${id}'`)
    }
    return { store: await createPostgresStore(place), reopen: () => createPostgresStore(place), damageItem }
  }
  sessionStoreContract({ name: 'postgres', create })
  workQueueContract({ name: 'postgres', create })
})
