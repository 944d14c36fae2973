import { expect, test } from 'vitest'
import { TranscriptLayout } from './transcript-layout.js'

const of = (starts: readonly number[], { sessionId = 's', width = 80, first = 0 } = {}) =>
  new TranscriptLayout(starts, { sessionId, width, first })

test('finds a place again at another width, where its block has more rows', () => {
  const place = of([0, 2, 6]).placeOf(4)
  expect(of([0, 2, 6]).rowOf(place)).toBe(4)
  expect(of([0, 4, 12], { width: 40 }).rowOf(place)).toBe(8)
})

test('finds the first row that was added below the transcript, and none if none was added', () => {
  const below = of([0, 2, 6]).placeOf(9)
  expect(of([0, 2, 6, 8]).rowOf(below)).toBe(6)
  expect(of([0, 2, 7]).rowOf(below)).toBe(6)
  expect(of([0, 2, 6]).rowOf(below)).toBe(Number.POSITIVE_INFINITY)
})

test('starts at the first row if the block is gone, or in another session', () => {
  const place = of([0, 2, 6]).placeOf(4)
  expect(of([0, 3], { first: 2 }).rowOf(place)).toBe(0)
  expect(of([0, 2, 6], { sessionId: 'other' }).rowOf(place)).toBe(0)
  expect(of([]).rowOf(of([]).placeOf(0))).toBe(Number.POSITIVE_INFINITY)
})
