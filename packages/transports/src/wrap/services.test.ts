import { expect, test } from 'vitest'
import { monotonicServices } from './services.js'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('an aborted sleep rejects with the reason and clears its timer', async () => {
  const abort = new AbortController()
  const before = timers()
  const waiting = monotonicServices.sleep(3_600_000, abort.signal)
  expect(timers()).toBe(before + 1)
  abort.abort('a word')
  await expect(waiting).rejects.toBe('a word')
  expect(timers()).toBe(before)
})

test('a sleep longer than the timer maximum does not end immediately', async () => {
  const abort = new AbortController()
  const waiting = monotonicServices.sleep(Number.MAX_SAFE_INTEGER, abort.signal)
  const first = await Promise.race([waiting.then(() => 'over'), monotonicServices.sleep(20, abort.signal)])
  expect(first).toBeUndefined()
  abort.abort()
  await expect(waiting).rejects.toBe(abort.signal.reason)
})
