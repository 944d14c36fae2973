import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteStore } from '@hermes/state'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { createRandom } from '../state/crash-plan.js'
import { killRounds } from './kill-rounds.js'
import { stopDuringItem, stopDuringTurn } from './stopped-holder.js'

const rounds = 4 * inject('effort')
const { seed = 0 } = fc.readConfigureGlobal()
const root = mkdtempSync(join(tmpdir(), 'hermes-work-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function settingOf(name: string) {
  const place = { path: join(root, `${name}.db`) }
  return { place, open: () => createSqliteStore(place), folder: root }
}

test('handles items once and in order through kills', async () => {
  const setting = settingOf('kill')
  const figures = await killRounds({ ...setting, rounds, random: createRandom(seed) })
  expect(figures.acknowledged).toBeGreaterThan(figures.kills)
  expect(figures.leftBehind).toBeGreaterThan(0)
  const database = new DatabaseSync(setting.place.path)
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('select count(*) as lanes from work_lanes').get()).toEqual({ lanes: 0 })
  database.close()
}, 3_600_000)

test('rejects the settlement of a process that was paused for longer than its claim', () =>
  stopDuringItem(settingOf('item')))

test('rejects writes of a turn that was paused for longer than its claim', () => stopDuringTurn(settingOf('turn')))
