import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteStore } from '@hermes/state'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { createCrashes, type Life, slots } from './crash-lives.js'
import { createRandom, marker } from './crash-plan.js'

/*
 * Four processes write to one file and each is killed without warning, round after round. The moments come from the seed of
 * all property tests (FAST_CHECK_SEED explores others); where they fall in a write is up to the machine.
 */

const files = 5
const roundsPerFile = 4 * inject('effort')

const root = mkdtempSync(join(tmpdir(), 'hermes-crash-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const { live, expectRecord, seen } = createCrashes({ folder: root, isOrderTotal: true })
const { seed = 0 } = fc.readConfigureGlobal()

test.each(Array.from({ length: files }, (_, file) => ({ file, seed: seed + file })))(
  'file $file: what was acknowledged outlives every kill, once and in order',
  async ({ file, seed }) => {
    const path = join(root, `${file}.db`)
    const random = createRandom(seed)
    const lives: Life[] = []
    for (let round = 0; round < roundsPerFile; round++) {
      const ended = slots.map((slot) =>
        live({ store: { path }, slot, life: round, seed: Math.floor(random() * 2 ** 31) }, random),
      )
      lives.push(...(await Promise.all(ended)))
      await expectRecord(() => createSqliteStore({ path }), lives)
      expectSound(path)
    }
  },
  300_000,
)

test('all writers were killed, some of them in the middle of a write', () => {
  expect(seen.kills).toBe(files * roundsPerFile * slots.length)
  expect(seen.acknowledged).toBeGreaterThan(seen.kills)
  expect(seen.unacknowledged, 'stored, but killed before anybody was told').toBeGreaterThan(0)
})

/** The file is whole, its counters and its indexes agree with its messages. */
function expectSound(path: string): void {
  const database = new DatabaseSync(path)
  try {
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
    const count = (sql: string, ...values: string[]) => Object.values(database.prepare(sql).get(...values) ?? {})[0]
    const messages = count('select count(*) from messages')
    expect(count('select count(*) from messages_fts where messages_fts match ?', marker)).toBe(messages)
    expect(
      count(`select count(*) from sessions
        where message_count <> (select count(*) from messages where session_id = sessions.id)`),
    ).toBe(0)
    const indexes = database
      .prepare("select name from sqlite_schema where sql like '%using fts5%'")
      .all()
      .map(({ name }) => name)
    expect(indexes).toContain('messages_fts')
    // With rank 1 each index is compared with the rows that it is of, and throws where it differs.
    for (const name of indexes) database.exec(`insert into ${name}(${name}, rank) values ('integrity-check', 1)`)
  } finally {
    database.close()
  }
}
