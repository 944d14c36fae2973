import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import Driver from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createRandom, marker, sharedSession, stepsOf, type WriterOptions } from './crash-plan.js'

/*
 * Four processes write to one file and each is killed without warning, round after round. The moments come from the seed of
 * all property tests (FAST_CHECK_SEED explores others); where they fall in a write is up to the machine.
 */

const files = 5
/** 25 make it 500 kills: `CRASH_ROUNDS=25`. */
const roundsPerFile = Number(process.env.CRASH_ROUNDS ?? 8)
const slots = ['a', 'b', 'c', 'd']

const writer = fileURLToPath(new URL('crash-writer.ts', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'hermes-crash-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const seen = { kills: 0, acknowledged: 0, unacknowledged: 0 }
const { seed = 0 } = fc.readConfigureGlobal()

/** One life of a writer, and how many of its appends were acknowledged. */
interface Life {
  readonly options: WriterOptions
  readonly acknowledged: number
}

test.each(Array.from({ length: files }, (_, file) => ({ file, seed: seed + file })))(
  'file $file: what was acknowledged outlives every kill, once and in order',
  async ({ file, seed }) => {
    const path = join(root, `${file}.db`)
    const random = createRandom(seed)
    const lives: Life[] = []
    for (let round = 0; round < roundsPerFile; round++) {
      const ended = slots.map((slot) => live({ path, slot, life: round, seed: Math.floor(random() * 2 ** 31) }, random))
      lives.push(...(await Promise.all(ended)))
      await expectRecord(path, lives)
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

/** Starts a writer and kills it: some while they open the file, most between their first and their hundredth write. */
function live(options: WriterOptions, random: () => number): Promise<Life> {
  const duringStart = random() < 0.15
  const delayMs = random() * (duringStart ? 120 : 40)
  const child = spawn(process.execPath, ['--no-warnings', writer, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'cache') },
  })
  const printed = { stdout: '', stderr: '' }
  const kill = () => setTimeout(() => child.kill('SIGKILL'), delayMs)
  if (duringStart) kill()
  else child.stdout.once('data', kill)
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`A writer ended with ${code ?? signal}: ${printed.stderr}`))
      seen.kills += 1
      resolve({ options, acknowledged: printed.stdout.split('\n').length - 1 })
    })
  })
}

/** Every life has left a beginning of its plan, no shorter than what was acknowledged, each message once and in its place. */
async function expectRecord(path: string, lives: readonly Life[]): Promise<void> {
  await using store = await createSqliteStore({ path })
  const stored = new Map<string, readonly string[]>()
  for (const session of [...slots, sharedSession]) stored.set(session, await contentsOf(store, session))
  const appends = lives.map((life) => expectLife(life, stored))
  for (const [index, { acknowledged }] of lives.entries()) {
    if (index < lives.length - slots.length) continue
    seen.acknowledged += acknowledged
    if ((appends[index] ?? 0) > acknowledged) seen.unacknowledged += 1
  }
}

async function contentsOf(store: SessionStore, session: string): Promise<readonly string[]> {
  const loaded = await store.messages.load(session)
  return loaded.map(({ message }) => textOf(message.content))
}

/** @returns how many appends of this life are stored. */
function expectLife({ options, acknowledged }: Life, stored: ReadonlyMap<string, readonly string[]>): number {
  const prefix = `${options.slot}/${options.life}/`
  const found = [options.slot, sharedSession].map((session) => ({
    session,
    contents: (stored.get(session) ?? []).filter((content) => content.startsWith(prefix)),
  }))
  const appends = new Set(found.flatMap(({ contents }) => contents.map((content) => content.split('/')[2]))).size
  expect(appends, `${prefix}: appends that are stored`).toBeGreaterThanOrEqual(acknowledged)
  const planned = plannedContents(options, appends)
  for (const { session, contents } of found) {
    expect(contents, `${prefix} in ${session}`).toEqual(planned.get(session) ?? [])
  }
  return appends
}

/** What the first appends of a life put into each session. */
function plannedContents(options: WriterOptions, appends: number): ReadonlyMap<string, readonly string[]> {
  const planned = new Map<string, string[]>()
  if (appends === 0) return planned
  for (const step of stepsOf(options)) {
    if (step.type !== 'append') continue
    planned.set(step.session, [...(planned.get(step.session) ?? []), ...step.contents])
    if (step.number === appends - 1) break
  }
  return planned
}

/** The file is whole, its counters and its indexes agree with its messages. */
function expectSound(path: string): void {
  const database = new Driver(path)
  try {
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(database.pragma('foreign_key_check')).toEqual([])
    const count = (sql: string, ...values: unknown[]) =>
      database
        .prepare(sql)
        .pluck()
        .get(...values)
    const messages = count('select count(*) from messages')
    expect(count('select count(*) from messages_fts where messages_fts match ?', marker)).toBe(messages)
    expect(
      count(`select count(*) from sessions
        where message_count <> (select count(*) from messages where session_id = sessions.id)`),
    ).toBe(0)
    const indexes = database.prepare("select name from sqlite_schema where sql like '%using fts5%'").pluck().all()
    expect(indexes).toContain('messages_fts')
    // With rank 1 each index is compared with the rows that it is of, and throws where it differs.
    for (const name of indexes) database.exec(`insert into ${name}(${name}, rank) values ('integrity-check', 1)`)
  } finally {
    database.close()
  }
}
