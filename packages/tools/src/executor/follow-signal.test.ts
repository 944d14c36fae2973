import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { followSignal } from './follow-signal.js'

test('follows its leader, even one that is already aborted', () => {
  const leader = new AbortController()
  const before = followSignal(leader.signal)
  leader.abort('enough')
  expect(before.signal.reason).toBe('enough')
  expect(followSignal(leader.signal).signal.reason).toBe('enough')
})

test('keeps its own reason when aborted separately', () => {
  const leader = new AbortController()
  const own = followSignal(leader.signal)
  own.abort('mine')
  leader.abort('enough')
  expect(own.signal.reason).toBe('mine')
  expect(followSignal(new AbortController().signal).signal.aborted).toBe(false)
})

test('does not accumulate the signals of calls during a long turn', () => {
  const leader = new AbortController()
  for (let call = 0; call < 100; call += 1) followSignal(leader.signal)[Symbol.dispose]()
  expect(getEventListeners(leader.signal, 'abort')).toEqual([])
})
