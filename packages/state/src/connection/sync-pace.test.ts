import { expect, test } from 'vitest'
import { SyncPace } from './sync-pace.js'

/** Returns which of `count` syncs of a disk take place in the thread pool. */
function inThreadPool(pace: SyncPace, count: number, durationMs: (sync: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, sync) => sync).filter((sync) => {
    if (pace.takeThreadPoolSync()) return true
    pace.note(durationMs(sync))
    return false
  })
}

test('syncs a disk that is only occasionally slow on the main thread', () => {
  expect(inThreadPool(new SyncPace(), 300, (sync) => (sync % 3 === 0 ? 0.2 : 5))).toEqual([])
})

test('syncs a slow disk in the thread pool, and occasionally tries the main thread again', () => {
  const pooled = inThreadPool(new SyncPace(), 303, () => 5)
  expect(pooled).toHaveLength(298)
  expect([0, 1, 2, 103, 204].filter((sync) => pooled.includes(sync))).toEqual([])
})

test('syncs a disk that has become fast again on the main thread', () => {
  expect(inThreadPool(new SyncPace(), 300, (sync) => (sync < 3 ? 5 : 0.2))).toHaveLength(100)
})
