import { createMemoryStore } from '@hermes/core'
import { configSchema } from '@hermes/runtime'
import { createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'
import { isSentAnew } from './is-sent-anew.js'

const words = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ')
const slowly = () => text(words, { pace: { pieceSize: 6, pieceDelayMs: 20 } })

/** @returns the only remaining message, and how many were sent. */
async function answerWith(fresh_final_seconds: number) {
  const { network, shown } = await serveChats({
    platforms: { net: { admins: ['ada'], fresh_final_seconds } },
    script: slowly,
  })
  network().say({ text: 'tell a story' })
  await expect.poll(() => shown()[0] ?? '').toMatch(/^word0 .*▉$/)
  const [{ messageId: first } = { messageId: '' }] = network().shown
  await expect.poll(() => shown()).toEqual([words])
  const [last] = network().shown
  return { isFirst: last?.messageId === first, edits: last?.edits }
}

test('an answer is sent as a new message if its preview was shown for long', async () => {
  expect(await answerWith(0.001)).toEqual({ isFirst: false, edits: 0 })
})

test('other answers stay in the message of their preview', async () => {
  expect(await answerWith(3600)).toMatchObject({ isFirst: true })
  expect(await answerWith(0)).toMatchObject({ isFirst: true })
})

test('another attempt, which does not know how long the preview was shown, decides the same', async () => {
  const settings = configSchema.parse({ platforms: { net: { fresh_final_seconds: 1 } } }).platforms.net
  const { values } = createMemoryStore()
  if (!settings || !values) throw new TypeError('There are no settings, or no values.')
  const options = { network: { adapter: createScriptedNetwork().connect(), settings }, values }
  const shown = { messages: [{ chatId: 'c', messageId: '1' }], mayHaveMore: false }
  expect(await isSentAnew('long', { ...shown, shownMs: 1000 }, options)).toBe(true)
  expect(await isSentAnew('long', shown, options)).toBe(true)
  expect(await isSentAnew('short', { ...shown, shownMs: 999 }, options)).toBe(false)
  expect(await isSentAnew('short', { ...shown, shownMs: 5000 }, options)).toBe(false)
  expect(await isSentAnew('unsure', { ...shown, mayHaveMore: true, shownMs: 5000 }, options)).toBe(false)
})
