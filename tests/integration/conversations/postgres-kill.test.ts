import { test } from 'vitest'
import { withPostgres } from '../state-postgres/with-postgres.js'
import { killRounds } from './kill-rounds.js'

withPostgres('conversations', (server) => {
  const { rounds, run, expectKills } = killRounds(2, () => ({
    url: server().url('postgres'),
    schema: server().newName(),
  }))

  test.concurrent.each(rounds)('runs inputs once and in order through kills at $kills', run, 300_000)

  test('killed processes in the middle of their work', expectKills)
})
