import { createPostgresStore } from '@hermes/state/postgres'
import { test } from 'vitest'
import { withPostgres } from '../state-postgres/with-postgres.js'
import { describeScheduler } from './describe-scheduler.js'
import { killRounds } from './kill-rounds.js'

withPostgres('firings with PostgreSQL', (server) => {
  describeScheduler(() => createPostgresStore({ url: server().url('postgres'), schema: server().newName() }))
})

withPostgres('schedulers with PostgreSQL', (server) => {
  const { rounds, run } = killRounds(1, () => ({ url: server().url('postgres'), schema: server().newName() }))

  test.each(rounds)('each firing is done once, or reported as cut off, through kills at $kills', run, 300_000)
})
