import { expect, test } from 'vitest'
import { SyncPace } from './sync-pace.js'

/** Of so many syncs of a disk, those that take place in the thread pool. */
function apartOf(pace: SyncPace, count: number, durationMs: (sync: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, sync) => sync).filter((sync) => {
    if (pace.takeApart()) return true
    pace.note(durationMs(sync))
    return false
  })
}

test('a fast disk that is slow now and then is synced on the main thread', () => {
  expect(apartOf(new SyncPace(), 300, (sync) => (sync % 3 === 0 ? 0.2 : 5))).toEqual([])
})

test('a slow disk is synced in the thread pool, and tried again now and then', () => {
  const apart = apartOf(new SyncPace(), 303, () => 5)
  expect(apart).toHaveLength(298)
  expect([0, 1, 2, 103, 204].filter((sync) => apart.includes(sync))).toEqual([])
})

test('a disk that has become fast again is synced on the main thread', () => {
  expect(apartOf(new SyncPace(), 300, (sync) => (sync < 3 ? 5 : 0.2))).toHaveLength(100)
})
