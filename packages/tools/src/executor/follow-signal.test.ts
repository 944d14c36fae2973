import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { followSignal } from './follow-signal.js'

test('follows its leader, also one that was aborted before', () => {
  const leader = new AbortController()
  const before = followSignal(leader.signal)
  leader.abort('enough')
  expect(before.signal.reason).toBe('enough')
  expect(followSignal(leader.signal).signal.reason).toBe('enough')
})

test('can be aborted separately and then keeps its own reason', () => {
  const leader = new AbortController()
  const own = followSignal(leader.signal)
  own.abort('mine')
  leader.abort('enough')
  expect(own.signal.reason).toBe('mine')
  expect(followSignal(new AbortController().signal).signal.aborted).toBe(false)
})

test('a long turn does not accumulate the signals of its calls', () => {
  const leader = new AbortController()
  for (let call = 0; call < 100; call += 1) followSignal(leader.signal)[Symbol.dispose]()
  expect(getEventListeners(leader.signal, 'abort')).toEqual([])
})
