import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { backupStore, checkStore, createSqliteStore } from '@hermes/state'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { createRandom } from '../crash-plan.js'
import type { CareTask } from './care-worker.js'
import { say, storeFolder, type Texts, textsOf, writeConversations } from './fixtures.js'

/*
 * A maintenance process is killed at a random moment. Afterwards, the file has either its old or its new content, complete, and the
 * next process needs no special handling.
 */

/** How often each operation is killed. */
const rounds = 4 * inject('effort')
const { seed = 0 } = fc.readConfigureGlobal()
const { root, newPath } = storeFolder()
const worker = fileURLToPath(new URL('care-worker.ts', import.meta.url))
const migrations = fileURLToPath(new URL('../../../../packages/state/migrations/', import.meta.url))

/** Runs a task. @returns whether it ended before the kill, and its duration in that case. */
function run(task: CareTask, killAfterMs = Number.POSITIVE_INFINITY): Promise<{ ended: boolean; tookMs: number }> {
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'cache') },
  })
  let beganAt = 0
  let tookMs = 0
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('begin')) {
      beganAt = performance.now()
      if (killAfterMs !== Number.POSITIVE_INFINITY) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    }
    if (text.includes('end')) tookMs = performance.now() - beganAt
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`It ended with ${code ?? signal}: ${errors}`))
      else resolve({ ended: tookMs > 0, tookMs })
    })
  })
}

function copyFile(from: string): string {
  const path = newPath()
  copyFileSync(from, path)
  return path
}

interface Scene {
  readonly task: CareTask
  /** Throws when the store has neither its old nor its new content. */
  readonly expectWhole: (ended: boolean) => Promise<void>
}

async function expectStore(path: string, ...allowed: readonly Texts[]): Promise<void> {
  const found = await textsOf(path)
  expect(allowed).toContainEqual(found)
  expect((await checkStore({ path })).problems).toEqual([])
}

/** Creates a file of an earlier version. */
function makeOldFile(path: string): Texts {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  const names = readdirSync(migrations)
    .filter((name) => /^000[0-3].*\.sql$/.test(name))
    .sort()
  for (const name of names) database.exec(readFileSync(join(migrations, name), 'utf8'))
  database.exec(`pragma application_id = ${0x48_52_4d_53}`)
  database.exec(`pragma user_version = ${names.length}`)
  const said = Array.from(
    { length: 3000 },
    (_, number) => `message ${number}: ${'a kettle sings, 茶. '.repeat(number % 40)}`,
  )
  database.exec(
    `insert into sessions (id, source, started_at, last_activity_at, message_count) values ('s0', 'cli', 1, 1, ${said.length})`,
  )
  const insert = database.prepare(
    "insert into messages (session_id, role, content, timestamp) values ('s0', 'user', ?, 1)",
  )
  database.exec('begin')
  for (const text of said) insert.run(text)
  database.exec('commit')
  database.close()
  return { s0: said }
}

const scenes: readonly { name: string; prepare: () => Promise<() => Promise<Scene>> }[] = [
  {
    name: 'migrating an older file',
    async prepare() {
      const old = newPath()
      const texts = makeOldFile(old)
      return async () => {
        const path = copyFile(old)
        return { task: { operation: 'open', path, other: '' }, expectWhole: () => expectStore(path, texts) }
      }
    },
  },
  {
    name: 'a backup',
    async prepare() {
      const path = newPath()
      const texts = await writeConversations(path, { sessions: 4, messages: 300 })
      return async () => {
        const other = `${newPath()}.copy`
        const expectWhole = async (ended: boolean) => {
          await expectStore(path, texts)
          if (ended) expect(existsSync(other)).toBe(true)
          if (existsSync(other)) await expectStore(other, texts)
        }
        return { task: { operation: 'backup', path, other }, expectWhole }
      }
    },
  },
  {
    name: 'a restore',
    async prepare() {
      const from = newPath()
      const before = await writeConversations(from, { sessions: 4, messages: 200 })
      const other = `${from}.copy`
      await backupStore({ path: from, target: other })
      const now = newPath()
      const after = await writeConversations(now, { sessions: 2, messages: 100 })
      return async () => {
        const path = copyFile(now)
        const task: CareTask = { operation: 'restore', path, other }
        return { task, expectWhole: (ended) => expectStore(path, ...(ended ? [before] : [before, after])) }
      }
    },
  },
  {
    name: 'a recovery',
    async prepare() {
      const sound = newPath()
      const texts = await writeConversations(sound, { sessions: 3, messages: 200 })
      const bytes = readFileSync(sound)
      return async () => {
        const path = newPath()
        writeFileSync(path, Buffer.from(bytes).fill(0x5a, 0, 16))
        return { task: { operation: 'repair', path, other: '' }, expectWhole: () => expectStore(path, texts) }
      }
    },
  },
  {
    name: 'an optimization',
    async prepare() {
      const large = newPath()
      const texts = await writeConversations(large, { sessions: 8, messages: 100 })
      {
        await using store = await createSqliteStore({ path: large })
        for (const id of ['s1', 's3', 's4', 's5', 's6']) await store.sessions.delete(id)
        const content = 'a line of output\n'.repeat(2000)
        const outputs = Array.from({ length: 30 }, (_, number) => ({
          message: { role: 'tool', tool_call_id: 'c', content: `${number} ${content}` } as const,
          timestampMs: 1,
        }))
        await store.messages.append('s0', [...outputs, say('the end')])
      }
      const left = await textsOf(large)
      expect(left.s2).toEqual(texts.s2)
      return async () => {
        const path = copyFile(large)
        return { task: { operation: 'optimize', path, other: '' }, expectWhole: () => expectStore(path, left) }
      }
    },
  },
]

test.each(scenes)(
  'keeps stored data when $name is killed',
  async ({ prepare }) => {
    const random = createRandom(seed)
    const begin = await prepare()
    const first = await begin()
    const { tookMs } = await run(first.task)
    await first.expectWhole(true)
    let cutOff = 0
    // The first run may have been slower than these: kill earlier until one run is interrupted.
    for (let round = 0; round < rounds || cutOff === 0; round++) {
      const { task, expectWhole } = await begin()
      const { ended } = await run(task, (random() * tookMs) / 2 ** Math.floor(round / rounds))
      if (!ended) cutOff++
      await expectWhole(ended)
    }
    expect(cutOff).toBeGreaterThan(0)
  },
  300_000,
)
