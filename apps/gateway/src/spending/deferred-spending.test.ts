import { createMemoryStore, noUsage, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { createDailySpending } from './daily-spending.js'
import { createDeferredSpending } from './deferred-spending.js'

const turn = { usage: { ...noUsage, inputTokens: 90, outputTokens: 10 }, turns: 1 }

function open() {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store keeps no values.')
  let limited = false
  let isAway = false
  const stored = createDailySpending({ values, namespace: 'spending', now: Date.now })
  const spending = createDeferredSpending(
    {
      ...stored,
      async add(holder, spent) {
        if (isAway) throw new Error('The store is away.')
        await stored.add(holder, spent)
      },
    },
    { hasLimits: () => limited, logger: silentLogger },
  )
  return {
    stored,
    spending,
    limit: () => (limited = true),
    setAway: (away: boolean) => (isAway = away),
  }
}

test('writes the spending of many turns at once if there are no limits', async () => {
  const { spending, stored } = open()
  for (const holder of ['ada', 'ada', 'ben']) await spending.add(holder, turn)
  expect(await spending.reached('ada', {})).toBeUndefined()
  expect(await stored.of('ada')).toMatchObject({ turns: 0, tokens: 0 })
  await spending.write()
  expect(await stored.of('ada')).toMatchObject({ turns: 2, tokens: 200 })
  expect(await stored.of('ben')).toMatchObject({ turns: 1, tokens: 100 })
  await spending.write()
  expect(await stored.of('ada')).toMatchObject({ turns: 2, tokens: 200 })
})

test('a limit counts the deferred spending from before it was set', async () => {
  const { spending, stored, limit } = open()
  await spending.add('ada', turn)
  limit()
  expect(await spending.reached('ada', { tokens_per_day: 100 })).toMatchObject({ limit: '100 tokens' })
  await spending.add('ada', turn)
  expect(await stored.of('ada')).toMatchObject({ turns: 2, tokens: 200 })
  expect(await spending.of('ada')).toMatchObject({ turns: 2, tokens: 200 })
})

test('writes later what could not be written', async () => {
  const { spending, stored, setAway } = open()
  await spending.add('ada', turn)
  setAway(true)
  await spending.write()
  await expect(spending.of('ada')).rejects.toThrow('The store is away.')
  await spending.add('ada', turn)
  setAway(false)
  await spending.write()
  expect(await stored.of('ada')).toMatchObject({ turns: 2, tokens: 200 })
})
