import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteClaims } from './sqlite-claims.js'
import { createSqliteStore } from './sqlite-store.js'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-claims-'))
  path = join(folder, 'claims.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const never = new AbortController().signal

/** Asserts that claims opened twice on the file exclude each other. */
async function expectExclusion() {
  await using one = await createSqliteClaims({ path })
  await using other = await createSqliteClaims({ path })
  const first = await one.acquire('lane', { signal: never })
  const waiting = Promise.withResolvers<string>()
  const second = other.acquire('lane', { signal: never, onWait: waiting.resolve })
  expect(await waiting.promise).toBe(`process ${process.pid} on this machine`)
  await first[Symbol.asyncDispose]()
  await using taken = await second
  expect(taken.fence).toBeGreaterThan(first.fence)
}

test('a lane has one holder at a time', expectExclusion)

test('a session store, even of a newer version, can hold claims and is left unchanged', async () => {
  await (await createSqliteStore({ path }))[Symbol.asyncDispose]()
  using newer = new DatabaseSync(path)
  newer.exec('pragma user_version = 99')
  await expectExclusion()
  expect(newer.prepare('pragma user_version').get()).toEqual({ user_version: 99 })
})

test('claims of a session store and of its file exclude each other', async () => {
  await using store = await createSqliteStore({ path })
  await using claims = await createSqliteClaims({ path })
  await using _held = await store.claims?.acquire('lane', { signal: never })
  const waiting = Promise.withResolvers<string>()
  const stop = new AbortController()
  const refused = claims.acquire('lane', { signal: stop.signal, onWait: waiting.resolve })
  await waiting.promise
  stop.abort(new Error('enough'))
  await expect(refused).rejects.toThrow('enough')
})

test('rejects a damaged file with a remedy', async () => {
  writeFileSync(path, 'no database '.repeat(1000))
  await expect(createSqliteClaims({ path })).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(path),
  })
})
