import { toCostJson } from '@hermes/conversations/stored'
import { type Cost, noUsage } from '@hermes/core'
import { expect, test } from 'vitest'
import { formatCost, formatTokensUsed, formatUsd, priceList } from './format-cost.js'

const cost = (status: 'estimated' | 'partial', microUsd: number, source = 'models.dev'): Cost => ({
  status,
  microUsd,
  source,
  version: source === 'config' ? 'config' : '2026-07-02',
})

test.each([
  [0, '$0.00'],
  [99, 'less than $0.0001'],
  [100, '$0.0001'],
  [4650, '$0.0047'],
  [12_345, '$0.0123'],
  [999_949, '$0.9999'],
  [999_950, '$1.00'],
  [1_000_000, '$1.00'],
  [1_234_567_890, '$1234.57'],
])('formats %i millionths of a dollar as %s', (microUsd, text) => {
  expect(formatUsd(microUsd)).toBe(text)
})

test('shows whether a cost is partial or unknown', () => {
  expect(formatCost(cost('estimated', 12_345))).toBe('about $0.0123')
  expect(formatCost(cost('estimated', 9))).toBe('less than $0.0001')
  expect(formatCost(cost('partial', 12_345))).toBe('at least $0.0123 (not every price is known)')
  for (const unknown of [undefined, { status: 'unknown' } as const]) expect(formatCost(unknown)).toBe('cost unknown')
})

test('names the source of the prices', () => {
  expect(priceList(cost('estimated', 1))).toBe('prices of models.dev, 2026-07-02')
  expect(priceList(cost('estimated', 1, 'config'))).toBe('prices of your config')
  expect(priceList({ status: 'unknown' })).toBe('')
})

test('returns dollars for scripts, and null for unknown costs', () => {
  expect(toCostJson(cost('partial', 1_500_000))).toEqual({
    estimated_cost_usd: 1.5,
    cost_status: 'partial',
    cost_source: 'models.dev',
    pricing_version: '2026-07-02',
  })
  expect(toCostJson({ status: 'unknown' })).toMatchObject({ estimated_cost_usd: null, cost_status: 'unknown' })
  expect(toCostJson(undefined)).toMatchObject({ estimated_cost_usd: null, cost_status: null })
})

test('lists the token classes that occurred', () => {
  expect(formatTokensUsed({ ...noUsage, inputTokens: 1200, outputTokens: 30 })).toBe('1.2k tokens in, 30 out')
  const all = { inputTokens: 10, outputTokens: 30, cacheReadTokens: 8000, cacheWriteTokens: 50, reasoningTokens: 20 }
  expect(formatTokensUsed(all)).toBe('10 tokens in, 8.0k from cache, 50 to cache, 30 out (20 of it reasoning)')
})
