import { expect, test } from 'vitest'
import { withDefaultServices } from '../contracts/agent/services.js'
import { generateSessionId } from './session-id.js'

test('sorts by time, and shows the second in UTC', () => {
  const id = generateSessionId({
    now: () => Date.UTC(2026, 10, 29, 21, 4, 5, 678),
    randomHex: (digits) => 'f'.repeat(digits),
  })
  expect(id).toBe('20261129_210405_ffffffffffff')
})

test('gives 20,000 sessions that start in the same second different ids', () => {
  const services = { ...withDefaultServices(), now: () => 0 }
  const ids = new Set(Array.from({ length: 20_000 }, () => generateSessionId(services)))
  expect(ids.size).toBe(20_000)
})
