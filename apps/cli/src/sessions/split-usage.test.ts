import { addUsage, noUsage, type Usage } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitUsage, subtractUsage } from './split-usage.js'

const price = { status: 'estimated', source: 'models.dev', version: '2026-07-02' } as const
const tokens = fc.integer({ min: 0, max: 10_000_000 })
const usages: fc.Arbitrary<Usage> = fc.record({
  inputTokens: fc.integer({ min: 1, max: 10_000_000 }),
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
})
const weights = fc
  .array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((weight) => weight > 0))

test('the parts of usage are whole, never below nothing, and add up to it', () => {
  fc.assert(
    fc.property(usages, weights, (usage, list) => {
      const parts = splitUsage(usage, list)
      expect(parts.reduce(addUsage, noUsage)).toEqual(usage)
      for (const [index, { inputTokens }] of parts.entries()) {
        expect(Number.isInteger(inputTokens) && inputTokens >= 0).toBe(true)
        if (list[index] === 0) expect(inputTokens).toBe(0)
      }
    }),
  )
})

test('a cost is shared out, and none is unknown where nothing was used', () => {
  const parts = splitUsage({ ...noUsage, inputTokens: 30, cost: { ...price, microUsd: 100 } }, [1, 0, 2])
  expect(parts.map(({ cost }) => cost)).toEqual([{ ...price, microUsd: 33 }, undefined, { ...price, microUsd: 67 }])
})

test('what is left of a sum when a part of it goes', () => {
  const part: Usage = { ...noUsage, inputTokens: 10, cost: { ...price, microUsd: 40 } }
  const priced: Usage = { ...noUsage, outputTokens: 5, cost: { ...price, microUsd: 60 } }
  expect(subtractUsage(addUsage(priced, part), part)).toEqual(priced)
  const unpriced: Usage = { ...noUsage, outputTokens: 5, cost: { status: 'unknown' } }
  expect(subtractUsage(addUsage(unpriced, part), part)).toEqual(unpriced)
})
