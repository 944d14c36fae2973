import { expect, test } from 'vitest'
import { type CallMoment, type CallPace, paceAfter } from './call-pace.js'

const after = (...moments: readonly (readonly [CallMoment, number])[]) =>
  moments.reduce<CallPace>((pace, [moment, atMs]) => paceAfter(pace, moment, atMs), {})
const start: CallMoment = { type: 'start' }
const word: CallMoment = { type: 'word' }

test('measures the wait for the first word and the speed of the words after it', () => {
  const pace = after([start, 1_000], [word, 1_400], [word, 2_000], [{ type: 'end', outputTokens: 90 }, 3_400])
  expect(pace).toEqual({ latencyMs: 400, tokensPerSecond: 45 })
})

test('keeps the last measurements while the next call waits, or when an answer arrives all at once', () => {
  const whole = [{ type: 'end', outputTokens: 90 }, 3_400] as const
  const pace = after([start, 1_000], [word, 1_400], whole, [start, 5_000], [word, 5_100], [whole[0], 5_110])
  expect(pace).toEqual({ latencyMs: 100, tokensPerSecond: 45 })
  expect(paceAfter({}, word, 7)).toEqual({})
})
