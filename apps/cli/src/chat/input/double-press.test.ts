import { expect, test } from 'vitest'
import { createDoublePress } from './double-press.js'

test('detects a second press within the time limit, and starts over on a third one', () => {
  let now = 0
  const { press } = createDoublePress(2000, () => now)
  expect(press()).toBe(false)
  now = 2001
  expect(press()).toBe(false)
  now = 4001
  expect(press()).toBe(true)
  expect(press()).toBe(false)
})
