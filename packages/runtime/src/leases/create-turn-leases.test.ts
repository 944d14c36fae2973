import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InterruptError, type JsonValue, type SessionStore, silentLogger } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { ownIdentity, type ProcessIdentity } from '@hermes/state/processes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTurnLeases } from './create-turn-leases.js'

const unaborted = { signal: new AbortController().signal }
let folder: string
let store: SessionStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-leases-'))
  store = await createSqliteStore({ path: join(folder, 'state.db') })
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

function leases(now = Date.now) {
  if (!store.values) throw new Error('no values')
  return createTurnLeases({ values: store.values, logger: silentLogger, now })
}

/** Leaves a lease behind, as a process of that name does that dies. */
async function leave(holder: Partial<ProcessIdentity>, until: number) {
  const [own] = await ownHolder()
  const value: JsonValue = { id: 'theirs', holder: { ...own, ...holder }, until }
  await store.values?.update('turn-leases', 'c', () => value)
}

async function ownHolder(): Promise<readonly ProcessIdentity[]> {
  await using _ = await leases().acquire('own', unaborted)
  const [entry] = (await store.values?.list('turn-leases')) ?? []
  return [JSON.parse(JSON.stringify(entry?.value)).holder]
}

test('a conversation is worked on by one at a time, in whichever process', async () => {
  const order: string[] = []
  const first = await leases().acquire('c', unaborted)
  const holders: string[] = []
  const second = leases()
    .acquire('c', { ...unaborted, onWait: (holder) => holders.push(holder) })
    .then((lease) => {
      order.push('second')
      return lease
    })
  await using _other = await leases().acquire('another', unaborted)
  await expect.poll(() => holders).toEqual([`process ${process.pid} on this machine`])
  order.push('first')
  await first[Symbol.asyncDispose]()
  await (await second)[Symbol.asyncDispose]()
  expect(order).toEqual(['first', 'second'])
  await expect.poll(() => store.values?.get('turn-leases', 'c')).toBeUndefined()
})

test('waiting can be given up', async () => {
  await using _held = await leases().acquire('c', unaborted)
  const controller = new AbortController()
  const waiting = leases().acquire('c', {
    signal: controller.signal,
    onWait: () => controller.abort(new InterruptError('enough')),
  })
  await expect(waiting).rejects.toThrow('enough')
})

test('the lease of a process that is gone is taken over at once', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  await leave({ pid: child.pid ?? 0 }, Date.now() + 1e9)
  await using _lease = await leases().acquire('c', { ...unaborted, onWait: () => expect.unreachable() })
  expect(JSON.stringify(await store.values?.get('turn-leases', 'c'))).not.toContain('theirs')
})

test.runIf(process.platform === 'linux')('so is that of an earlier process with the id of a living one', async () => {
  await leave({ pid: process.pid, startTime: '1' }, Date.now() + 1e9)
  await using _lease = await leases().acquire('c', { ...unaborted, onWait: () => expect.unreachable() })
})

test('a holder on another machine is waited for until it has been silent for long', async () => {
  const start = Date.now()
  await leave({ host: 'elsewhere', place: 'elsewhere', pid: 1 }, start + 60_000)
  let now = start
  const holders: string[] = []
  await using _lease = await leases(() => now).acquire('c', {
    ...unaborted,
    onWait(holder) {
      holders.push(holder)
      now = start + 60_001
    },
  })
  expect(holders).toEqual(['process 1 on elsewhere'])
})

test('a holder in another space of process ids is not taken for gone', async () => {
  const start = Date.now()
  const holder = await ownIdentity()
  await leave({ place: `${holder.place} of a container`, pid: 999_999 }, start + 60_000)
  let now = start
  const holders: string[] = []
  await using _lease = await leases(() => now).acquire('c', {
    ...unaborted,
    onWait(name) {
      holders.push(name)
      now = start + 60_001
    },
  })
  expect(holders).toEqual(['process 999999 on this machine'])
})

test('what is no lease is in nobody’s way', async () => {
  await store.values?.update('turn-leases', 'c', () => 'garbage')
  await using _lease = await leases().acquire('c', { ...unaborted, onWait: () => expect.unreachable() })
  expect(await store.values?.get('turn-leases', 'c')).toMatchObject({ holder: { pid: process.pid } })
})
