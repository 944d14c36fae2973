import { createMemoryStore } from '@hermes/core'
import type { InboundMessage } from '@hermes/core/platform'
import { expect, test } from 'vitest'
import { createRefusalNotices } from './refusal-notices.js'

const event: InboundMessage = {
  type: 'message',
  id: '1',
  messageId: '1',
  chatId: 'chat',
  chatType: 'direct',
  sender: { id: 'ada' },
  sentAtMs: 1,
  text: 'hello',
  isAddressed: true,
  attachments: [],
}

test('a reason is due once per day, chat and person, and again when it changes', async () => {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('There is no table.')
  let nowMs = 0
  const notices = createRefusalNotices(values, () => nowMs)
  const about = { event, network: { name: 'net' }, personId: 'net:ada', reason: 'spent' }
  expect(await notices.isDue('1', about)).toBe(true)
  expect(await notices.isDue('2', about)).toBe(false)
  // The item is handled in another attempt.
  expect(await notices.isDue('1', about)).toBe(true)
  expect(await notices.isDue('3', { ...about, event: { ...event, chatId: 'other' } })).toBe(true)
  expect(await notices.isDue('4', { ...about, personId: 'net:bob' })).toBe(true)
  expect(await notices.isDue('5', { ...about, reason: 'reserved' })).toBe(true)
  nowMs = 86_400_000
  expect(await notices.isDue('6', { ...about, reason: 'reserved' })).toBe(true)
})
