import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger, SessionStore } from '@hermes/core'
import type { LaneClaims } from '@hermes/core/queue'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NodeDatabase as Driver } from '../../connection/driver/node-database.js'
import { ownIdentity, type ProcessIdentity } from '../../processes/process-identity.js'
import { createSqliteStore } from '../sqlite-store.js'

const unaborted = { signal: new AbortController().signal }
const unreachable = { ...unaborted, onWait: () => expect.unreachable() }
let folder: string
let store: SessionStore
let warnings: string[]
let database: Driver

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-claims-'))
  warnings = []
  const logger: Logger = { log: (_, message) => void warnings.push(message) }
  store = await createSqliteStore({ path: join(folder, 'state.db'), services: { logger } })
  database = new Driver(join(folder, 'state.db'))
})
afterEach(async () => {
  database.close()
  await store[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

function claims(): LaneClaims {
  if (!store.claims) throw new Error('no claims')
  return store.claims
}

/** Leaves a claim behind, as a crashed process would. */
async function leave(holder: Partial<ProcessIdentity>, untilMs: number) {
  const identity = JSON.stringify({ ...(await ownIdentity()), ...holder })
  database.prepare('insert into lane_claims values (?, ?, ?, ?)').run('c', 1000, identity, untilMs / 1000)
}

const rows = () => database.prepare('select lane from lane_claims').pluck().all()

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a released claim leaves no row', async () => {
  await (await claims().acquire('c', unaborted))[Symbol.asyncDispose]()
  await expect.poll(rows).toEqual([])
})

test('retakes a claim immediately if its release failed in this process, but not a claim that is held', async () => {
  const refuse = "create trigger refuse before delete on lane_claims begin select raise(abort, 'full'); end"
  database.exec(refuse)
  const left = await claims().acquire('c', unaborted)
  await left[Symbol.asyncDispose]()
  const isTold = () => warnings.some((message) => message.includes('could not be released'))
  await expect.poll(isTold).toBe(true)
  expect(rows()).toEqual(['c'])
  const refused = async ({ claims }: SessionStore) => {
    const stop = new AbortController()
    const waiting = claims?.acquire('c', { signal: stop.signal, onWait: () => stop.abort(new Error('enough')) })
    await expect(waiting).rejects.toThrow('enough')
  }
  await using other = await createSqliteStore({ path: join(folder, 'state.db') })
  await refused(other)
  await using held = await claims().acquire('c', unreachable)
  expect(held.fence).toBeGreaterThan(left.fence)
  await refused(store)
  database.exec('drop trigger refuse')
})

test('takes over the claim of a dead process immediately', async () => {
  await leave({ pid: await deadProcess() }, Date.now() + 1e9)
  await using _claim = await claims().acquire('c', unreachable)
  expect(rows()).toEqual(['c'])
})

test.runIf(process.platform === 'linux')(
  'takes over the claim of an earlier process whose id a running process has',
  async () => {
    await leave({ pid: process.pid, startTime: '1' }, Date.now() + 1e9)
    await using _claim = await claims().acquire('c', unreachable)
  },
)

test.each([
  ['on another machine', { host: 'elsewhere', place: 'elsewhere', pid: 1 }, 'process 1 on elsewhere'],
  ['in another PID namespace', { place: 'a container', pid: 999_999 }, 'process 999999 on this machine'],
])('waits for a holder %s until its claim expires', async (_, holder, name) => {
  await leave(holder, Date.now() + 1e9)
  const holders: string[] = []
  await using _claim = await claims().acquire('c', {
    ...unaborted,
    onWait(found) {
      holders.push(found)
      database.prepare('update lane_claims set held_until = ?').run(Date.now() / 1000)
    },
  })
  expect(holders).toEqual([name])
})

test('a holder that does not renew its claim loses it, and its later writes are rejected', async () => {
  await leave({}, Date.now() + 200)
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const theirs = { guard: { lane: 'c', fence: 1000 } }
  await store.sessions.update('s', { title: 'in time' }, theirs)
  await using _claim = await claims().acquire('c', unaborted)
  await expect(store.sessions.update('s', { title: 'late' }, theirs)).rejects.toMatchObject({ kind: 'fenced' })
})

test('takes over a claim with an unreadable holder', async () => {
  database.prepare('insert into lane_claims values (?, ?, ?, ?)').run('c', 1, '"garbage"', Date.now() / 1000 + 1e6)
  await using _claim = await claims().acquire('c', unreachable)
})

test('deletes rows of holders that have been silent for hours', async () => {
  await leave({ host: 'elsewhere', place: 'elsewhere', pid: 1 }, Date.now() - 2 * 3_600_000)
  await using _claim = await claims().acquire('another', unreachable)
  expect(rows()).toEqual(['another'])
})

test('reassigns the items of a dead process immediately, those of a remote one after the claim expires', async () => {
  const { queue } = store
  if (!queue) throw new Error('no queue')
  for (const id of ['dead', 'elsewhere']) await queue.put({ queue: 'q', lane: id, id, payload: null })
  const hold = database.prepare(
    `update work_lanes set state = 'claimed', fence = 1000, holder = ?, ready_at = ? where lane = ?`,
  )
  database.prepare(`update work_items set status = 'claimed', attempt = 1, fence = 1000`).run()
  const untilMs = Date.now() + 500
  hold.run(JSON.stringify({ ...(await ownIdentity()), pid: await deadProcess() }), Date.now() / 1000 + 1e6, 'dead')
  hold.run(JSON.stringify({ host: 'e', place: 'e', pid: 1, startTime: '' }), untilMs / 1000, 'elsewhere')
  const at = new Map<string, number>()
  const stop = new AbortController()
  await queue.work(
    'q',
    async ({ id, attempt }) => {
      at.set(`${id} ${attempt}`, Date.now())
      if (at.size === 2) stop.abort()
    },
    { signal: stop.signal },
  )
  expect([...at.keys()]).toEqual(['dead 2', 'elsewhere 2'])
  expect(at.get('elsewhere 2')).toBeGreaterThanOrEqual(untilMs)
})

test('gives up an item that crashes its process every time after many claims', async () => {
  const { queue } = store
  if (!queue) throw new Error('no queue')
  for (const id of ['deadly', 'next']) await queue.put({ queue: 'q', lane: 'a', id, payload: null })
  database.prepare(`update work_items set status = 'claimed', attempt = 12, fence = 7 where id = 'deadly'`).run()
  database
    .prepare(`update work_lanes set state = 'claimed', fence = 7, ready_at = 1, holder = ?`)
    .run(JSON.stringify({ ...(await ownIdentity()), pid: await deadProcess() }))
  const seen: string[] = []
  const stop = new AbortController()
  await queue.work(
    'q',
    async ({ id }) => {
      seen.push(id)
      stop.abort()
    },
    { signal: stop.signal, retry: { attempts: 3 } },
  )
  expect(seen).toEqual(['next'])
  expect(await queue.get({ queue: 'q', id: 'deadly' })).toMatchObject({
    status: 'dead',
    error: expect.stringContaining('12 times'),
  })
})

test('logs the name of the item that is given up', async () => {
  const lines: unknown[] = []
  const logger: Logger = { log: (level, message, details) => void lines.push({ level, message, ...details }) }
  await using logged = await createSqliteStore({ path: join(folder, 'logged.db'), services: { logger } })
  await logged.queue?.put({ queue: 'webhooks', lane: 'builds', id: 'builds:7', payload: null })
  const stop = new AbortController()
  const working = logged.queue?.work('webhooks', () => Promise.reject(new Error('There is no job "x".')), {
    signal: stop.signal,
    retry: { attempts: 1 },
  })
  const line = { level: 'warn', message: expect.stringContaining('There is no job "x".'), id: 'builds:7' }
  await expect.poll(() => lines).toContainEqual(expect.objectContaining(line))
  stop.abort()
  await working
})

test('restores the lanes of a recovered file from its items', async () => {
  const { queue } = store
  if (!queue) throw new Error('no queue')
  for (const id of ['1', '2', '3']) await queue.put({ queue: 'q', lane: id === '3' ? 'b' : 'a', id, payload: null })
  database.prepare(`update work_items set status = 'claimed', attempt = 1, fence = 7 where id = '1'`).run()
  database.prepare('delete from work_lanes').run()
  const seen: string[] = []
  const stop = new AbortController()
  await queue.work(
    'q',
    async ({ id }) => {
      seen.push(id)
      if (seen.length === 3) stop.abort()
    },
    { signal: stop.signal, concurrency: 1 },
  )
  expect(seen).toEqual(['1', '2', '3'])
})
