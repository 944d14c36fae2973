import { expect, test } from 'vitest'
import { createAsyncCache } from './async-cache.js'

test('creates a value once for simultaneous requests', async () => {
  const cached = createAsyncCache<number>()
  let created = 0
  const create = async () => ++created
  expect(await Promise.all([cached('a', create), cached('a', create), cached('b', create)])).toEqual([1, 1, 2])
})

test('tries again after a failure', async () => {
  const cached = createAsyncCache<string>()
  await expect(cached('a', () => Promise.reject(new Error('No key.')))).rejects.toThrow('No key.')
  expect(await cached('a', async () => 'answer')).toBe('answer')
})

test('keeps the most recently requested values', async () => {
  const cached = createAsyncCache<number>(2)
  let created = 0
  const create = async () => ++created
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(key, create)
  expect(created).toBe(4)
})
