import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PostgresPool, PostgresQuery } from './client.js'
import { runOnClient } from './run-on-client.js'

test.each([
  { pipeline: true, most: 3 },
  { pipeline: false, most: 1 },
])('runs $most of three queries at once on a client with pipeline: $pipeline', async ({ pipeline, most }) => {
  let [running, highest] = [0, 0]
  const client = {
    pipeline,
    async query({ text }: PostgresQuery) {
      highest = Math.max(highest, ++running)
      await nextTurn()
      running -= 1
      if (text === 'b') throw new Error('no such column')
      return { rows: [text], rowCount: 1 }
    },
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
  const pool: PostgresPool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() }
  const outcomes = await runOnClient(pool, ({ query }) =>
    Promise.allSettled(['a', 'b', 'c'].map((text) => query({ text }))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(highest).toBe(most)
})
