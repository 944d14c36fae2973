import { expect, it } from 'vitest'
import { lazily } from './lazily.js'

it('builds nothing before it is asked, and then once', () => {
  let built = 0
  const schema = lazily(() => ({ number: ++built }))
  expect(built).toBe(0)
  expect(schema()).toBe(schema())
  expect(built).toBe(1)
})
