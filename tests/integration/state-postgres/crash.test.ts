import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresStore } from '@hermes/state/postgres'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { createCrashes, type Life, slots } from '../state/crash-lives.js'
import { createRandom, marker, sharedSession } from '../state/crash-plan.js'
import { withPostgres } from './with-postgres.js'

/*
 * Four processes write to one schema and are killed without warning, round after round; in every second round, the server is killed
 * first and restarted. The moments depend on the seed of the property tests.
 */

const rounds = 4 * inject('effort')
const { seed = 0 } = fc.readConfigureGlobal()

withPostgres('crashes', (server) => {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-crash-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const { live, expectRecord, seen } = createCrashes({ folder, isOrderTotal: false })
  let crashes = 0

  test('keeps acknowledged messages once and in order through kills of writers and the server', async () => {
    const random = createRandom(seed)
    const schema = server().newName()
    const place = { url: server().url('postgres'), schema }
    const open = () => createPostgresStore(place)
    await (await open())[Symbol.asyncDispose]()
    const lives: Life[] = []
    for (let round = 0; round < rounds; round++) {
      const living = slots.map((slot) =>
        live({ store: place, slot, life: round, seed: Math.floor(random() * 2 ** 31) }, random),
      )
      const ended = Promise.all(living)
      if (round % 2 === 1) {
        await Promise.race([sleep(700 + random() * 600), ended])
        await server().crash()
        await server().start()
        crashes += 1
      }
      lives.push(...(await ended))
      await expectRecord(open, lives)
      await expectSound(schema)
    }
    expect(seen.kills).toBe(rounds * slots.length)
    expect(seen.acknowledged).toBeGreaterThan(seen.kills)
    expect(crashes).toBeGreaterThan(0)
  }, 3_600_000)

  /** Expects the counters and the index to match the messages. */
  async function expectSound(schema: string): Promise<void> {
    const { rows } = await server().run(
      'postgres',
      `select
        (select count(*) from ${schema}.messages) as all,
        (select count(*) from ${schema}.messages where words @@ '${marker}') as found,
        (select count(*) from ${schema}.messages where session_id = '${sharedSession}') as shared,
        (select count(*) from ${schema}.sessions s
          where message_count <> (select count(*) from ${schema}.messages where session_id = s.id)) as miscounted`,
    )
    expect(rows[0]?.found).toBe(rows[0]?.all)
    expect(rows[0]?.miscounted).toBe('0')
    await using store = await createPostgresStore({ url: server().url('postgres'), schema })
    const query = { text: `${marker} 日本語`, sessionId: sharedSession, order: 'newest', limit: 1_000_000 } as const
    expect(await store.search?.find(query)).toHaveLength(Number(rows[0]?.shared))
  }
})
