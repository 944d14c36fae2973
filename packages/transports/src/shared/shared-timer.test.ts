import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedTimer } from './shared-timer.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Creates a timer, and records the names of the limits that were reached, with the time. */
function timed() {
  const startTimer = createSharedTimer()
  const startedMs = performance.now()
  const seen: [name: string, ms: number][] = []
  const limit = (name: string, ms: number) => startTimer(() => seen.push([name, performance.now() - startedMs]), ms)
  return { startTimer, limit, seen }
}

test('calls back once per limit at its time, in whatever order the limits were started', async () => {
  const { limit, seen } = timed()
  limit('late', 300)
  limit('early', 100)
  limit('middle', 200)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([
    ['early', 100],
    ['middle', 200],
    ['late', 300],
  ])
})

test('a stopped limit does not call back, but later ones do', async () => {
  const { limit, seen } = timed()
  const stop = limit('stopped', 100)
  limit('later', 150)
  stop()
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([['later', 150]])
})

test('measures a limit that starts after all others have ended from its own start', async () => {
  const { limit, seen } = timed()
  limit('stopped', 100)()
  await vi.advanceTimersByTimeAsync(50)
  limit('next', 100)
  await vi.advanceTimersByTimeAsync(1_000)
  limit('last', 10)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([
    ['next', 150],
    ['last', 1_060],
  ])
})

test('a callback may start and stop limits', async () => {
  const { startTimer, limit, seen } = timed()
  const stops: (() => void)[] = []
  startTimer(() => {
    for (const stop of stops) stop()
    limit('started', 50)
  }, 100)
  stops.push(limit('at the same time', 100), limit('later', 200))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([['started', 150]])
})

test('starts one timer for many calls with a limit', () => {
  const { limit } = timed()
  for (let call = 0; call < 100; call++) limit('never', 60_000)()
  expect(vi.getTimerCount()).toBe(1)
})

test('a limit longer than the timer maximum does not end immediately', async () => {
  const { limit, seen } = timed()
  limit('endless', Number.POSITIVE_INFINITY)
  limit('long', 2 ** 40)
  await vi.advanceTimersByTimeAsync(2 ** 31)
  expect(seen).toEqual([])
})

test('only limits keep the process alive', () => {
  vi.useRealTimers()
  const { startTimer } = timed()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const first = startTimer(() => undefined, 60_000)
  const second = startTimer(() => undefined, 60_000)
  first()
  expect(timers()).toBe(before + 1)
  second()
  expect(timers()).toBe(before)
  const third = startTimer(() => undefined, 90_000)
  expect(timers()).toBe(before + 1)
  third()
  expect(timers()).toBe(before)
})
