import { noUsage, type Usage } from '@hermes/core'
import { expect, test } from 'vitest'
import { estimateCost } from './estimate-cost.js'

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
  ['nothing', {}, 0],
])('%s', (_, usage, microUsd) => {
  expect(estimateCost({ ...noUsage, ...usage }, price)).toEqual({ status: 'estimated', microUsd, ...edition })
})

test('unknown, never 0, where a price is missing', () => {
  const uncached = { input: 1_000_000, output: 2_000_000, ...edition }
  const used = { ...noUsage, inputTokens: 1 }
  expect(estimateCost(used, undefined)).toEqual({ status: 'unknown' })
  expect(estimateCost(noUsage, undefined)).toEqual({ status: 'unknown' })
  for (const cached of [{ cacheReadTokens: 1 }, { cacheWriteTokens: 1 }])
    expect(estimateCost({ ...used, ...cached }, uncached)).toEqual({ status: 'unknown' })
  expect(estimateCost(used, uncached)).toMatchObject({ status: 'estimated', microUsd: 1 })
})

test('a price of 0 is a price', () => {
  const free = { input: 0, output: 0, ...edition }
  expect(estimateCost({ ...noUsage, inputTokens: 5, outputTokens: 5 }, free)).toMatchObject({ microUsd: 0 })
})
