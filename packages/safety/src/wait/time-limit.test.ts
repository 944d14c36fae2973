import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimeLimit } from './time-limit.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const onPass = vi.fn()
  return { limit: createTimeLimit(onPass), onPass }
}

test('gives each wait the whole time with a shared timer', () => {
  const { limit, onPass } = setUp()
  for (let wait = 0; wait < 10; wait++) {
    limit.begin(100)
    vi.advanceTimersByTime(90)
    limit.end()
  }
  expect(vi.getTimerCount()).toBe(1)
  expect(onPass).not.toHaveBeenCalled()
})

test('reports a wait that takes too long once, at its limit', () => {
  const { limit, onPass } = setUp()
  limit.begin(100)
  vi.advanceTimersByTime(60)
  limit.end()
  limit.begin(100)
  vi.advanceTimersByTime(99)
  expect(onPass).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onPass).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  expect(onPass).toHaveBeenCalledTimes(1)
})

test('a shorter wait does not wait for the timer of a longer one', () => {
  const { limit, onPass } = setUp()
  limit.begin(10_000)
  limit.end()
  limit.begin(50)
  vi.advanceTimersByTime(50)
  expect(onPass).toHaveBeenCalledTimes(1)
})

test('leaves no timer without a limit or after disposal', () => {
  const { limit, onPass } = setUp()
  limit.begin(Number.POSITIVE_INFINITY)
  expect(vi.getTimerCount()).toBe(0)
  limit.begin(10)
  limit[Symbol.dispose]()
  limit.begin(10)
  expect(vi.getTimerCount()).toBe(0)
  expect(onPass).not.toHaveBeenCalled()
})
