import { noUsage, type Usage } from '@hermes/core'
import { expect, test } from 'vitest'
import { estimateCost } from './estimate-cost.js'
import { hourCachePrice } from './hour-cache-price.js'

const edition = { source: 'models.dev', version: '2026-07-02' }
const price = { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, cacheWrite: 3_750_000, ...edition }

test.each<[string, Partial<Usage>, number]>([
  ['input', { inputTokens: 1_000_000 }, 3_000_000],
  ['output', { outputTokens: 1000 }, 15_000],
  ['reasoning, which is part of the output', { outputTokens: 1000, reasoningTokens: 900 }, 15_000],
  ['cache read', { cacheReadTokens: 10 }, 3],
  ['cache write', { cacheWriteTokens: 4 }, 15],
  ['all', { inputTokens: 10, outputTokens: 10, cacheReadTokens: 10, cacheWriteTokens: 8 }, 213],
  ['less than half a millionth of a dollar', { cacheReadTokens: 1 }, 0],
])('%s', (_, usage, microUsd) => {
  expect(estimateCost({ ...noUsage, ...usage }, price)).toEqual({ status: 'estimated', microUsd, ...edition })
})

test('applies the prices of long prompts to the whole call', () => {
  const tiered = {
    ...price,
    tiers: [
      { abovePromptTokens: 500_000, input: 9_000_000, output: 9_000_000 },
      { abovePromptTokens: 200_000, input: 6_000_000, output: 22_500_000, cacheRead: 600_000 },
    ],
  }
  const cost = (usage: Partial<Usage>) => estimateCost({ ...noUsage, ...usage }, tiered)
  // The prompt size includes cached tokens.
  expect(cost({ inputTokens: 100_000, cacheReadTokens: 100_000 })).toMatchObject({ microUsd: 330_000 })
  expect(cost({ inputTokens: 100_001, cacheReadTokens: 100_000, outputTokens: 10 })).toMatchObject({
    microUsd: 600_006 + 60_000 + 225,
  })
  expect(cost({ inputTokens: 500_001 })).toMatchObject({ microUsd: 4_500_009 })
  expect(cost({ inputTokens: 500_001, cacheReadTokens: 1 })).toEqual({ status: 'unknown' })
})

test('a one-hour cache write costs twice the input price, if cache writes have a price', () => {
  const hour = hourCachePrice({ ...price, tiers: [{ ...price, abovePromptTokens: 10, input: 6_000_000 }] })
  expect([hour.cacheWrite, hour.cacheRead, hour.tiers?.[0]?.cacheWrite]).toEqual([6_000_000, 300_000, 12_000_000])
  expect(hourCachePrice({ input: 1, output: 1, ...edition })).not.toHaveProperty('cacheWrite')
})

test('is unknown instead of 0 without a price', () => {
  const uncached = { input: 1_000_000, output: 2_000_000, ...edition }
  const used = { ...noUsage, inputTokens: 1 }
  expect(estimateCost(used, undefined)).toEqual({ status: 'unknown' })
  expect(estimateCost(noUsage, price)).toEqual({ status: 'unknown' })
  for (const cached of [{ cacheReadTokens: 1 }, { cacheWriteTokens: 1 }])
    expect(estimateCost({ ...used, ...cached }, uncached)).toEqual({ status: 'unknown' })
  expect(estimateCost(used, uncached)).toMatchObject({ status: 'estimated', microUsd: 1 })
})

test('accepts a price of 0', () => {
  const free = { input: 0, output: 0, ...edition }
  expect(estimateCost({ ...noUsage, inputTokens: 5, outputTokens: 5 }, free)).toMatchObject({ microUsd: 0 })
})
