import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const words = 'I found the receipt. Here is the short version, to forward to the landlord.'
const slow = { pace: { pieceSize: 6, pieceDelayMs: 20 } }
const whole = {}
const receipt = 'Rent, 4 May: paid.'
const send = (pace = whole, target = 'net:chat-1') =>
  call('send_message', { target, text: receipt }, { ...pace, text: words })
const answer = (pace = whole) => text('The long version is in the folder of this month.', pace)
const withoutTools = { admins: ['ada'], tool_progress: 'off' as const }

test.each([
  ['whole, where answers are shown while they are written', whole, true],
  ['slowly, where answers are shown while they are written', slow, true],
  ['whole, where only whole answers are shown', whole, false],
])('a text that arrives %s stays above a message to its own chat, and the answer follows', async (_, pace, stream) => {
  const { network, shown } = await serveChats({
    platforms: { net: { ...withoutTools, stream } },
    script: [send(pace), answer(pace)],
  })
  network().say({ text: 'find the receipt' })
  await expect.poll(() => shown(), patient).toEqual([words, receipt, answer().text])
})

test('each of several messages follows the text before it', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: withoutTools },
    script: [send(slow), send(slow), answer(slow)],
  })
  network().say({ text: 'find the receipts' })
  await expect.poll(() => shown(), patient).toEqual([words, receipt, words, receipt, answer().text])
})

test('the answer replaces the text before a message to another chat', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: withoutTools },
    script: [send(slow, 'net:landlord'), answer(slow)],
  })
  network().say({ text: 'find the receipt' })
  const mine = () => network().shown.filter(({ chatId }) => chatId === 'chat-1')
  await expect.poll(() => mine().map(({ text }) => text), patient).toEqual([answer().text])
  expect(shown()).toContain(receipt)
})

test('text that may have arrived is sent again as a whole, above the message', async () => {
  const network = createScriptedNetwork()
  network.failNext('lost-answer')
  const { shown } = await serveChats({
    platforms: { net: withoutTools },
    networks: new Map([['net', network]]),
    script: [send(slow), answer()],
  })
  network.say({ text: 'find the receipt' })
  await expect.poll(() => shown().slice(-2), patient).toEqual([receipt, answer().text])
  expect(shown().at(-3)).toMatch(/landlord\./)
})
