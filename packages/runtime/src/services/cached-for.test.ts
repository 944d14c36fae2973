import { expect, test } from 'vitest'
import { cachedFor } from './cached-for.js'

test('finds a value again when it is too old', async () => {
  let [now, count] = [0, 0]
  const next = cachedFor(
    1_000,
    async () => ++count,
    () => now,
  )
  expect(await Promise.all([next(), next()])).toEqual([1, 1])
  now = 999
  expect(await next()).toBe(1)
  now = 1_000
  expect(await next()).toBe(2)
})

test('does not keep a failure', async () => {
  const found = [Promise.reject(new Error('away')), Promise.resolve('here')]
  const next = cachedFor(1_000, () => found.shift() ?? Promise.resolve('gone'))
  await expect(next()).rejects.toThrow('away')
  expect(await next()).toBe('here')
  expect(await next()).toBe('here')
})
