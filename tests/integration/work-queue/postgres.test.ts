import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresStore } from '@hermes/state/postgres'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { queueOf } from '../place.js'
import { createRandom } from '../state/crash-plan.js'
import { withPostgres } from '../state-postgres/with-postgres.js'
import { killRounds } from './kill-rounds.js'
import { stopDuringItem, stopDuringTurn } from './stopped-holder.js'

const rounds = 4 * inject('effort')
const { seed = 0 } = fc.readConfigureGlobal()

withPostgres('the work queue', (server) => {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-work-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function setting() {
    const place = { url: server().url('postgres'), schema: server().newName() }
    return { place, open: () => createPostgresStore(place), folder }
  }

  test('handles items once and in order through kills', async () => {
    const figures = await killRounds({ ...setting(), rounds, random: createRandom(seed) })
    expect(figures.acknowledged).toBeGreaterThan(figures.kills)
    expect(figures.leftBehind).toBeGreaterThan(0)
  }, 3_600_000)

  test('keeps a worker running through a server crash', async () => {
    await using store = await createPostgresStore(setting().place)
    const queue = queueOf(store)
    const stop = new AbortController()
    const seen: string[] = []
    const working = queue.work('q', async ({ id }) => void seen.push(id), { signal: stop.signal })
    const put = (id: string) => queue.put({ queue: 'q', lane: 'a', id, payload: null })
    await put('1')
    await expect.poll(() => seen).toEqual(['1'])
    await server().crash()
    const second = put('2')
    await server().start()
    await second
    await put('3')
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['1', '2', '3'])
    stop.abort()
    await working
    expect(await queue.list()).toEqual([])
  })

  test('rejects the settlement of a process that was paused for longer than its claim', () => stopDuringItem(setting()))

  test('rejects writes of a turn that was paused for longer than its claim', () => stopDuringTurn(setting()))
})
