import { expect, test } from 'vitest'
import { monotonicServices } from './services.js'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a wait that is aborted rejects with the reason and leaves no timer behind', async () => {
  const abort = new AbortController()
  const before = timers()
  const waiting = monotonicServices.sleep(3_600_000, abort.signal)
  expect(timers()).toBe(before + 1)
  abort.abort('a word')
  await expect(waiting).rejects.toBe('a word')
  expect(timers()).toBe(before)
})

test('a wait that is too long for a timer is not taken for none', async () => {
  const abort = new AbortController()
  const waiting = monotonicServices.sleep(Number.MAX_SAFE_INTEGER, abort.signal)
  const first = await Promise.race([waiting.then(() => 'over'), monotonicServices.sleep(20, abort.signal)])
  expect(first).toBeUndefined()
  abort.abort()
  await expect(waiting).rejects.toBe(abort.signal.reason)
})
