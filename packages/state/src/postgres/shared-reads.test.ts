import { expect, test } from 'vitest'
import type { PostgresPool, PostgresQuery } from './client.js'
import { createSharedReads } from './shared-reads.js'
import { positional } from './sql.js'

/** Creates a pool whose statements are their own answers. */
function poolOf(answer: (text: string) => Promise<string>) {
  const uses: string[][] = []
  const pool: PostgresPool = {
    async connect() {
      const texts: string[] = []
      uses.push(texts)
      return {
        async query({ text }: PostgresQuery) {
          texts.push(text)
          return { rows: [await answer(text)], rowCount: 1 }
        },
        release: () => void texts.push('released'),
        on: () => undefined,
        off: () => undefined,
      }
    },
    end: () => Promise.resolve(),
  }
  return { pool, uses }
}

test('reads in one turn of the event loop share a connection and keep it until the last answer', async () => {
  const { pool, uses } = poolOf((text) => Promise.resolve(text))
  const read = createSharedReads(pool, (text) => text)
  expect(await Promise.all(['a', 'b'].map((text) => read(positional(text))))).toEqual([['a'], ['b']])
  expect(await read(positional('c'))).toEqual(['c'])
  await expect
    .poll(() => uses)
    .toEqual([
      ['a', 'b', 'released'],
      ['c', 'released'],
    ])
})

test('an error affects only its own read', async () => {
  const { pool } = poolOf((text) =>
    text === 'bad' ? Promise.reject(new Error('no such column')) : Promise.resolve(text),
  )
  const read = createSharedReads(pool, (text) => text)
  const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((text) => read(positional(text))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('all reads fail without a connection', async () => {
  const read = createSharedReads(
    { connect: () => Promise.reject(new Error('refused')), end: () => Promise.resolve() },
    (text) => text,
  )
  const outcomes = await Promise.allSettled(['a', 'b'].map((text) => read(positional(text))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
