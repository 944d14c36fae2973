import { expect, test } from 'vitest'
import { addUsage, type Cost, noUsage, type Usage } from './usage.js'

const tokens: Usage = { ...noUsage, inputTokens: 10, outputTokens: 1 }
const edition = { source: 'models.dev', version: '2026-07-02' }
const cents = (count: number): Cost => ({ status: 'estimated', microUsd: count * 10_000, ...edition })
const costing = (cost: Cost): Usage => ({ ...tokens, cost })
const costOfAll = (...usages: Usage[]) => usages.reduce(addUsage, noUsage).cost

test('adds costs', () => {
  expect(costOfAll(costing(cents(1)), costing(cents(2)))).toEqual(cents(3))
})

test('keeps the cost known when nothing was used', () => {
  expect(costOfAll(noUsage, costing(cents(1)), noUsage)).toEqual(cents(1))
  expect(costOfAll(costing({ status: 'unknown' }), noUsage)).toEqual({ status: 'unknown' })
})

test('marks the sum as partial when one cost is unknown, in any order', () => {
  const partial = { ...cents(3), status: 'partial' }
  const unknown = costing({ status: 'unknown' })
  expect(costOfAll(unknown, costing(cents(1)), costing(cents(2)))).toEqual(partial)
  expect(costOfAll(costing(cents(1)), unknown, costing(cents(2)))).toEqual(partial)
  expect(costOfAll(costing(cents(1)), tokens, costing(cents(2)))).toEqual(partial)
  // A server that reports no tokens was not free of charge.
  expect(costOfAll(costing(cents(3)), { ...noUsage, cost: { status: 'unknown' } })).toEqual(partial)
})

test('has no cost when no price was looked up', () => {
  expect(addUsage(tokens, tokens)).not.toHaveProperty('cost')
})

test('uses the price source of the newest call', () => {
  const newer = { ...cents(2), version: '2026-11-21' }
  expect(costOfAll(costing(cents(1)), costing(newer))).toEqual({ ...newer, microUsd: 30_000 })
})
