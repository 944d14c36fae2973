import { createMemoryStore, type Message, type NewMessage } from '@hermes/core'
import { expect, test } from 'vitest'
import { isRootCutShort } from './is-root-cut-short.js'

const user = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1 })
const answer: Message = { role: 'assistant', content: 'Hello.' }

test.each<[string, boolean, readonly NewMessage[]]>([
  ['answered', false, [user('Hi'), { message: answer, timestampMs: 2 }]],
  ['not answered', true, [user('Hi'), { message: answer, timestampMs: 2 }, user('And now?')]],
  ['interrupted', true, [user('Hi'), { message: answer, timestampMs: 2, finishReason: 'interrupted' }]],
  ['empty', false, []],
])('a conversation whose newest message is %s is cut short: %s', async (_, isCut, messages) => {
  const store = createMemoryStore()
  const root = await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  await store.messages.append('s', messages)
  expect(await isRootCutShort(store, root)).toBe(isCut)
})
