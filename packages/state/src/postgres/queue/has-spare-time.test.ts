import type { EventLoopUtilization } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createHasSpareTime } from './has-spare-time.js'

test('a process has spare time until its event loop has been busy', () => {
  let [timeMs, active] = [0, 0]
  const utilization = (now?: EventLoopUtilization, before?: EventLoopUtilization) => {
    if (!now || !before) return { active, idle: timeMs - active, utilization: 0 }
    const [busy, idle] = [now.active - before.active, now.idle - before.idle]
    return { active: busy, idle, utilization: busy / (busy + idle) }
  }
  const hasSpareTime = createHasSpareTime({ monotonic: () => timeMs, utilization })
  const after = (elapsedMs: number, activeMs: number) => {
    timeMs += elapsedMs
    active += activeMs
    return hasSpareTime()
  }
  expect(hasSpareTime()).toBe(true)
  expect(after(100, 100)).toBe(true)
  expect(after(200, 200)).toBe(false)
  expect(after(300, 200)).toBe(true)
  expect(after(1000, 900)).toBe(false)
})
