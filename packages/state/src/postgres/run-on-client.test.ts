import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { PostgresPool, PostgresQuery } from './client.js'
import { runOnClient, together } from './run-on-client.js'

test('queries that are made at once are all over before the first error is thrown', async () => {
  const over: string[] = []
  const end = async (name: string, turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    over.push(name)
    if (name !== 'good') throw new Error(name)
  }
  await expect(together([end('first', 3), end('second', 1), end('good', 5)])).rejects.toThrow('first')
  expect(over).toEqual(['second', 'first', 'good'])
})

test.each([
  { pipeline: true, most: 3 },
  { pipeline: false, most: 1 },
])('a client with pipeline: $pipeline has $most of three queries at once', async ({ pipeline, most }) => {
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
