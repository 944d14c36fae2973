import { join } from 'node:path'
import { test } from 'vitest'
import { killRounds } from './kill-rounds.js'

const { rounds, run, expectKills } = killRounds(4, (folder) => ({
  path: join(folder, 'state.db'),
  synchronous: 'NORMAL',
}))

test.concurrent.each(rounds)('runs inputs once and in order through kills at $kills', run, 120_000)

test('killed processes in the middle of their work', expectKills)
