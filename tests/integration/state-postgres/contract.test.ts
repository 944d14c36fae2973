import { setImmediate as nextRound } from 'node:timers/promises'
import type { WorkItemRef } from '@hermes/core/queue'
import { createPostgresStore } from '@hermes/state/postgres'
import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withPostgres } from './with-postgres.js'

/** Returns the CPU time of this thread, which does not depend on other load. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

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

  // The clients of a given pool only send a query after the answer to the previous one.
  describe('over a given pool', () => {
    let pool: pg.Pool
    beforeAll(() => {
      pool = new pg.Pool({ connectionString: server().url('postgres'), max: 4 })
    })
    afterAll(() => pool.end())
    sessionStoreContract({
      name: 'postgres',
      async create() {
        const schema = server().newName()
        const open = () => createPostgresStore({ pool, schema })
        return { store: await open(), reopen: open }
      },
    })
  })

  test('runs other work while a large message is stored, which keeps its place among the others', async () => {
    const { store } = await create()
    await using _ = store
    await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
    const say = (content: string) =>
      store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: 2 }])
    let isStored = false
    let longest = 0
    const turning = (async () => {
      for (let before = cpuMs(); !isStored; before = cpuMs()) {
        await nextRound()
        longest = Math.max(longest, cpuMs() - before)
      }
    })()
    const large = '部署 the quick brown fox jumps over the lazy dog. '.repeat(200_000)
    await Promise.all([say('first'), say(large), say('last')])
    isStored = true
    await turning
    const loaded = await store.messages.load('s')
    expect(loaded.map(({ message }) => message.content?.length)).toEqual([5, large.length, 4])
    expect(longest).toBeLessThan(250)
  })
})
