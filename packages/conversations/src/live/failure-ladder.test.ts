import { expect, test } from 'vitest'
import { createFailureLadder } from './failure-ladder.js'

const minute = 60_000

function setUp(cooldownMs = 5 * minute) {
  const clock = { ms: 1_000_000 }
  const ladder = createFailureLadder({ cooldownMs: () => cooldownMs, now: () => clock.ms })
  /** How long it rests, in minutes. */
  const restOf = (key: string) => {
    for (let minutes = 0; ; minutes++) {
      clock.ms += minutes === 0 ? 0 : minute
      if (!ladder.isResting(key)) return minutes
    }
  }
  return { ladder, restOf }
}

test('each failure in a row makes the rest longer, up to nine times, and up to an hour', () => {
  const { ladder, restOf } = setUp()
  const rests = [1, 2, 3, 4].map(() => {
    ladder.fail('s')
    return restOf('s')
  })
  expect(rests).toEqual([5, 15, 45, 45])
  const slow = setUp(10 * minute)
  const long = [1, 2, 3].map(() => {
    slow.ladder.fail('s')
    return slow.restOf('s')
  })
  expect(long).toEqual([10, 30, 60])
})

test('success begins anew, and sessions do not know of each other', () => {
  const { ladder, restOf } = setUp()
  ladder.fail('a')
  ladder.fail('a')
  expect(ladder.isResting('b')).toBe(false)
  ladder.succeed('a')
  expect(ladder.isResting('a')).toBe(false)
  ladder.fail('a')
  expect(restOf('a')).toBe(5)
})
