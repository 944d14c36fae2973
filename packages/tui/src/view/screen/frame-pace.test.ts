import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFramePace, frameMs } from './frame-pace.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('draws at once, and all later requests in the next frame', () => {
  const draw = vi.fn()
  const pace = createFramePace(draw)
  for (let request = 0; request < 3; request++) pace.request()
  expect(draw).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(frameMs)
  expect(draw).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('sets no timer for requests at the pace of a server, or a little early', () => {
  const draw = vi.fn()
  const pace = createFramePace(draw)
  pace.request()
  vi.advanceTimersByTime(frameMs - 3)
  pace.request()
  expect(draw).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('draws nothing after it was stopped', () => {
  const draw = vi.fn()
  const pace = createFramePace(draw)
  pace.request()
  pace.request()
  pace.stop()
  vi.advanceTimersByTime(2 * frameMs)
  pace.request()
  expect(draw).toHaveBeenCalledTimes(1)
})
