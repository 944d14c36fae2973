import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withinTime } from './within-time.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

test('leaves no timer behind when the work has ended', async () => {
  expect(await withinTime(120_000, async () => 'sent')).toBe('sent')
  await expect(withinTime(120_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})

test('ends work that takes too long', async () => {
  const late = expect(withinTime(1000, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(1000)
  await late
})

test('ends work with the reason of another signal', async () => {
  const other = new AbortController()
  const ended = expect(withinTime(1000, untilAborted, other.signal)).rejects.toThrow('lost')
  other.abort(new Error('lost'))
  await ended
})
