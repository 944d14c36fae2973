import { expect, test } from 'vitest'
import { lazily } from './lazily.js'

test('creates the value at the first call, and only once', () => {
  let made = 0
  const value = lazily(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect(value()).toBe(value())
  expect(made).toBe(1)
})

test('caches a value that is undefined, and tries again after an error', () => {
  let attempts = 0
  const value = lazily(() => {
    attempts += 1
    if (attempts === 1) throw new Error('not yet')
    return undefined
  })
  expect(value).toThrow('not yet')
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(attempts).toBe(2)
})
