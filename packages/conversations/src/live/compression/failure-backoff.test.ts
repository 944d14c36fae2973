import { expect, test } from 'vitest'
import { createFailureBackoff } from './failure-backoff.js'

const minute = 60_000

function setUp(cooldownMs = 5 * minute) {
  const clock = { ms: 1_000_000 }
  const backoff = createFailureBackoff({ cooldownMs: () => cooldownMs, now: () => clock.ms })
  /** Returns the cooldown in minutes. */
  const restOf = (key: string) => {
    for (let minutes = 0; ; minutes++) {
      clock.ms += minutes === 0 ? 0 : minute
      if (!backoff.isResting(key)) return minutes
    }
  }
  return { backoff, restOf }
}

test('extends the cooldown after each consecutive failure, up to nine times and one hour', () => {
  const { backoff, restOf } = setUp()
  const rests = [1, 2, 3, 4].map(() => {
    backoff.fail('s')
    return restOf('s')
  })
  expect(rests).toEqual([5, 15, 45, 45])
  const slow = setUp(10 * minute)
  const long = [1, 2, 3].map(() => {
    slow.backoff.fail('s')
    return slow.restOf('s')
  })
  expect(long).toEqual([10, 30, 60])
})

test('resets after a success, separately for each session', () => {
  const { backoff, restOf } = setUp()
  backoff.fail('a')
  backoff.fail('a')
  expect(backoff.isResting('b')).toBe(false)
  backoff.succeed('a')
  expect(backoff.isResting('a')).toBe(false)
  backoff.fail('a')
  expect(restOf('a')).toBe(5)
})
