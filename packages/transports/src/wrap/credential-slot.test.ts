import { scripted } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { CredentialSlot } from './credential-slot.js'

test('a limit is a repeat only for requests that started after the first one', () => {
  const slot = new CredentialSlot({ key: 'a' }, 'key 1', () => scripted([]))
  const [first, second] = [slot.begin(), slot.begin()]
  slot.limited()
  const third = slot.begin()
  expect([first, second, third].map((use) => slot.isRepeat(use))).toEqual([false, false, true])
  slot.limited()
  expect(slot.isRepeat(third)).toBe(true)
  slot.answered()
  expect(slot.isRepeat(third)).toBe(false)
})
