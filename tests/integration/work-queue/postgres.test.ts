import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresStore } from '@hermes/state/postgres'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
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

  test('whenever processes are killed, what they put is done once and in order', async () => {
    const figures = await killRounds({ ...setting(), rounds, random: createRandom(seed) })
    expect(figures.acknowledged).toBeGreaterThan(figures.kills)
    expect(figures.leftBehind).toBeGreaterThan(0)
  }, 3_600_000)

  test('a process that was stopped for longer than its claim cannot settle its item any more', () =>
    stopDuringItem(setting()))

  test('a turn that was stopped for longer than its claim stores nothing more', () => stopDuringTurn(setting()))
})
