import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filterAhead } from './filter-ahead.js'

async function* upTo(count: number, error?: Error) {
  for (let value = 0; value < count; value += 1) yield value
  if (error) throw error
}

async function collect(values: AsyncIterable<number>, into: number[] = []): Promise<number[]> {
  for await (const value of values) into.push(value)
  return into
}

const isEven = (value: number) => value % 2 === 0

test('keeps the order of passing values, however long the answers take', async () => {
  const passes = async (value: number) => {
    await delay(value % 3)
    return isEven(value)
  }
  expect(await collect(filterAhead(upTo(50), passes))).toEqual([...Array(50).keys()].filter(isEven))
  expect(await collect(filterAhead(upTo(3), isEven))).toEqual([0, 2])
})

test('awaits a limited number of answers concurrently', async () => {
  let open = 0
  let most = 0
  const passes = async () => {
    open += 1
    most = Math.max(most, open)
    await delay(2)
    open -= 1
    return true
  }
  await collect(filterAhead(upTo(100), passes))
  expect(most).toBeGreaterThan(4)
  expect(most).toBeLessThanOrEqual(16)
})

test('yields the values before a failure first', async () => {
  const seen: number[] = []
  await expect(
    collect(
      filterAhead(upTo(5, new Error('over')), () => true),
      seen,
    ),
  ).rejects.toThrow('over')
  expect(seen).toEqual([0, 1, 2, 3, 4])
})

test('closes the source when the reader leaves', async () => {
  let isClosed = false
  async function* source() {
    try {
      yield* upTo(1_000)
    } finally {
      isClosed = true
    }
  }
  for await (const value of filterAhead(source(), () => true)) if (value === 3) break
  expect(isClosed).toBe(true)
})
