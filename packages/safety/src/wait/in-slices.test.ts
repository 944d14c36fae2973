import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atOnce, inSlices, type Steps } from './in-slices.js'

function* count(limit: () => boolean): Steps<number> {
  let steps = 0
  for (; limit(); steps += 1) yield
  return steps
}

test('runs other work between the slices of long work', async () => {
  let rounds = 0
  const counting = inSlices(count(() => rounds < 5))
  for (; rounds < 5; rounds += 1) await nextRound()
  expect(await counting).toBeGreaterThan(5)
})

test('does short work at once', async () => {
  let isLater = false
  setImmediate(() => {
    isLater = true
  })
  let left = 3
  expect(await inSlices(count(() => left-- > 0))).toBe(3)
  expect(isLater).toBe(false)
  left = 2
  expect(atOnce(count(() => left-- > 0))).toBe(2)
})

test('stops on abort between two slices', async () => {
  const stop = new AbortController()
  const endless = inSlices(
    count(() => true),
    stop.signal,
  )
  setImmediate(() => stop.abort(new Error('stopped by a person')))
  await expect(endless).rejects.toThrow('stopped by a person')
})
