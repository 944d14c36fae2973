import { expect, test } from 'vitest'
import { toMs } from './to-ms.js'

test.each([
  [10, 10_000],
  [4.1, 4100],
  [2.01, 2010],
  [0.0001, 1],
])('converts %d seconds to %d ms, which timers accept', (seconds, ms) => {
  expect(toMs(seconds)).toBe(ms)
  expect(() => AbortSignal.timeout(toMs(seconds))).not.toThrow()
})
