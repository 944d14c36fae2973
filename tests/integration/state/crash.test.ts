import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteStore } from '@hermes/state'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { createCrashes, type Life, slots } from './crash-lives.js'
import { createRandom, marker } from './crash-plan.js'

/*
 * Four processes write to one file and are killed without warning, round after round. The moments depend on the seed of the property
 * tests (FAST_CHECK_SEED explores others); what they interrupt depends on the machine.
 */

const files = 5
const roundsPerFile = 4 * inject('effort')

const root = mkdtempSync(join(tmpdir(), 'hermes-crash-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const { live, expectRecord, seen } = createCrashes({ folder: root, isOrderTotal: true })
const { seed = 0 } = fc.readConfigureGlobal()

test.each(Array.from({ length: files }, (_, file) => ({ file, seed: seed + file })))(
  'file $file: keeps acknowledged messages once and in order through every kill',
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
      await indexAll(path)
      expectSound(path)
    }
  },
  300_000,
)

test('killed all writers, some of them during a write', () => {
  expect(seen.kills).toBe(files * roundsPerFile * slots.length)
  expect(seen.acknowledged).toBeGreaterThan(seen.kills)
  expect(seen.unacknowledged, 'stored, but killed before anybody was told').toBeGreaterThan(0)
})

/** Indexes the messages that no process had indexed when it was killed, by searching. */
async function indexAll(path: string): Promise<void> {
  await using store = await createSqliteStore({ path })
  expect(await store.search?.find({ text: marker })).not.toEqual([])
}

/**
 * Expects the file to be intact, its counters and indexes to match its messages, and nothing to be reported as missing.
 */
function expectSound(path: string): void {
  expect(existsSync(`${path}.record`)).toBe(true)
  expect(existsSync(`${path}.lost`)).toBe(false)
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
    // Rank 1 compares each index with its rows, and throws on a difference.
    for (const name of indexes) database.exec(`insert into ${name}(${name}, rank) values ('integrity-check', 1)`)
  } finally {
    database.close()
  }
}
