import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import type { SessionStore } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string
let store: SessionStore
let queue: WorkQueue

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-queue-'))
  store = await openStore(resolveHome({ HERMES_HOME: home }))
  if (!store.queue) throw new Error('The store has no work queue.')
  queue = store.queue
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

async function hermes(...args: readonly string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

/** Adds a dead item and a waiting one. */
async function setUp() {
  for (const id of ['1', '2']) {
    await queue.put({ queue: 'outbox', lane: `chat\u001b[2K ${id}`, id, payload: { text: 'hi\u0007' } })
  }
  const stop = new AbortController()
  const ended = queue.work(
    'outbox',
    async ({ id }) => {
      if (id === '2') throw stop.abort()
      throw new Error('The network said\nno.')
    },
    { signal: stop.signal, retry: { attempts: 1 }, concurrency: 1 },
  )
  await ended
}

test('lists waiting and dead items with all characters visible', async () => {
  expect(await hermes('queue', 'list')).toMatchObject({
    code: 0,
    out: '',
    err: 'There are no waiting, claimed or dead items.\n',
  })
  await setUp()
  const { out } = await hermes('queue', 'list')
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^dead {5}.*outbox {2}chat.* 1 {2}1 {2}given up after 1 attempt: The network said no\.$/),
    expect.stringMatching(/^waiting {2}.*outbox {2}chat.* 2 {2}2$/),
    '',
  ])
  expect(out).not.toContain('\u001b')
  expect((await hermes('queue', 'list', 'inbox')).err).toBe('No items match.\n')
  expect(JSON.parse((await hermes('queue', 'list', 'outbox', '--status', 'dead', '--json')).out)).toMatchObject([
    { queue: 'outbox', id: '1', status: 'dead', attempt: 1, error: 'The network said\nno.', not_before: null },
  ])
  expect((await hermes('queue', 'list', '--limit', '1')).out.split('\n')).toHaveLength(2)
})

test('shows an item with its payload', async () => {
  await setUp()
  const { out } = await hermes('queue', 'show', 'outbox', '1')
  expect(out).toContain('given up after 1 attempt: The network said no.')
  expect(out).toContain('"text": "hi\\u0007"')
  expect(JSON.parse((await hermes('queue', 'show', 'outbox', '1', '--json')).out)).toMatchObject({ status: 'dead' })
  expect(await hermes('queue', 'show', 'outbox', '9')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The queue "outbox" has no item "9"'),
  })
})

test('replays dead items, by id or all of them', async () => {
  await setUp()
  expect(await hermes('queue', 'replay', 'outbox')).toMatchObject({ code: 2 })
  expect(await hermes('queue', 'replay', 'outbox', '2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no dead item "2"'),
  })
  expect(await hermes('queue', 'replay', 'outbox', '1')).toMatchObject({
    code: 0,
    err: '1 item will be retried.\n',
  })
  expect(await queue.get({ queue: 'outbox', id: '1' })).toMatchObject({ status: 'waiting', attempt: 0 })
  const { out } = await hermes('queue', 'replay', 'outbox', '--all', '--json')
  expect(JSON.parse(out)).toEqual({ queue: 'outbox', replayed: [] })
})

test('removes items that are not claimed', async () => {
  await setUp()
  expect(await hermes('queue', 'remove', 'outbox', '1', '2')).toMatchObject({ code: 0, err: '2 items removed.\n' })
  expect(await queue.list()).toEqual([])
  expect(await hermes('queue', 'remove', 'outbox', '1')).toMatchObject({ code: 1 })
})

test('reports a damaged item in the list and in the doctor', async () => {
  await queue.put({ queue: 'outbox', lane: 'chat', id: '1', payload: { text: 'hi' } })
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec(`update work_items set payload = '{"text":"no"}'`)
  database.close()
  expect((await hermes('queue', 'list')).out).toMatch(
    /^waiting .*damaged: The stored item outbox\/1 was changed by damage/,
  )
  expect((await hermes('queue', 'show', 'outbox', '1')).out).not.toContain('no"')
  const [item] = JSON.parse((await hermes('queue', 'list', '--json')).out)
  expect(item).toMatchObject({ id: '1', damaged: true, payload: null })
  const checks: { name: string; level: string; text: string }[] = JSON.parse((await hermes('doctor', '--json')).out)
  const sessions = checks.find(({ name }) => name === 'sessions')
  expect(sessions).toMatchObject({
    level: 'error',
    text: expect.stringContaining('item outbox/1 was changed by damage'),
  })
})
