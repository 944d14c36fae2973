import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'

const usage = { inputTokens: 90, outputTokens: 10 }
const platforms = { net: { allow_all: true, busy_mode: 'queue' } } as const

test('a budget that is set in the course of a day covers what was used before', async () => {
  const script = text('Hi.', { usage })
  const before = await serveChats({ platforms, script })
  before.network().say({ text: 'one' })
  await expect.poll(() => before.shown()).toEqual(['Hi.'])
  await before.stop()
  const settings = { people: { user: { tokens_per_day: 50 } } }
  const after = await serveChats({ platforms, script, settings, home: before.home, networks: before.networks })
  after.network().say({ text: 'two' })
  await expect.poll(() => after.shown().at(-1)).toMatch(/You have used your 50 tokens of today/)
  expect(after.provider.requests).toEqual([])
})
