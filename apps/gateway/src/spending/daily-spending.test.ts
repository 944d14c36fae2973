import { createMemoryStore, noUsage } from '@hermes/core'
import { expect, test } from 'vitest'
import { createDailySpending } from './daily-spending.js'

test('says whether the cost of the day covers all calls', async () => {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store keeps no values.')
  const spending = createDailySpending({ values, namespace: 'spending', now: Date.now })
  const usage = { ...noUsage, inputTokens: 10 }
  const cost = { status: 'estimated', microUsd: 5, source: 'config', version: '1' } as const
  await spending.add('ada', { usage: noUsage, turns: 1 })
  expect(await spending.of('ada')).not.toHaveProperty('costStatus')
  await spending.add('ada', { usage: { ...usage, cost }, turns: 0 })
  await spending.add('ada', { usage: noUsage, turns: 1 })
  expect(await spending.of('ada')).toMatchObject({ microUsd: 5, costStatus: 'estimated' })
  await spending.add('ada', { usage, turns: 0 })
  expect(await spending.of('ada')).toMatchObject({ microUsd: 5, costStatus: 'partial' })
  await spending.add('ben', { usage, turns: 0 })
  expect(await spending.of('ben')).toMatchObject({ microUsd: 0, costStatus: 'unknown' })
})
