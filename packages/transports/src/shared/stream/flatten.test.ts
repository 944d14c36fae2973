import { expect, test } from 'vitest'
import { flatten } from './flatten.js'

interface Item {
  readonly number: number
}

async function* batches(ended: unknown[], ...sizes: readonly number[]): AsyncGenerator<readonly Item[], undefined> {
  let number = 0
  try {
    for (const size of sizes) yield Array.from({ length: size }, () => ({ number: ++number }))
  } catch (error) {
    ended.push(error)
    throw error
  } finally {
    ended.push('closed')
  }
}

const { signal } = new AbortController()

test('yields the items of all batches in order, also of empty ones', async () => {
  const seen: number[] = []
  for await (const { number } of flatten(batches([], 2, 0, 1), signal)) seen.push(number)
  expect(seen).toEqual([1, 2, 3])
})

test('throws the reason of an abort where the batches come from, and drops the rest', async () => {
  const controller = new AbortController()
  const ended: unknown[] = []
  const items = flatten(batches(ended, 3, 1), controller.signal)
  expect((await items.next()).value).toEqual({ number: 1 })
  controller.abort('enough')
  await expect(items.next()).rejects.toBe('enough')
  expect(ended).toEqual(['enough', 'closed'])
  expect((await items.next()).done).toBe(true)
})

test('closes the batches of a reader that leaves in the middle of one', async () => {
  const ended: unknown[] = []
  const items = flatten(batches(ended, 3), signal)
  for await (const _ of items) break
  expect(ended).toEqual(['closed'])
  expect((await items.next()).done).toBe(true)
})
