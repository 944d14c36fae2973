import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const words = 'There are two folders of that name, and I do not know which of them you mean.'
const slow = { pace: { pieceSize: 6, pieceDelayMs: 20 } }
const whole = {}
const question = (pace = whole) => call('clarify', { question: 'Which?' }, { ...pace, text: words })
const answer = (pace = whole) => text('The second one is gone now, and the first is still there.', pace)
const withoutTools = { admins: ['ada'], tool_progress: 'off' as const }

test.each([
  ['whole, where answers are shown while they are written', whole, true],
  ['slowly, where answers are shown while they are written', slow, true],
  ['whole, where only whole answers are shown', whole, false],
])('a text that arrives %s stays above its question, and the answer follows', async (_, pace, stream) => {
  const network = createScriptedNetwork({ limits: { isIdempotent: true } })
  const { shown } = await serveChats({
    platforms: { net: { ...withoutTools, stream } },
    networks: new Map([['net', network]]),
    script: [question(pace), answer(pace)],
  })
  network.say({ text: 'delete it' })
  await expect.poll(() => shown(), patient).toEqual([words, '❓ Which?'])
  network.say({ text: 'the second' })
  await expect.poll(() => shown(), patient).toEqual([words, '❓ Which?', answer().text])
})

test('the text before an approval also stays above it', async () => {
  const { network, shown } = await serveChats({
    platforms: { net: withoutTools },
    script: [call('terminal', { command: 'rm -rf workspace/second' }, { text: words }), answer()],
    settings: { approvals: { mode: 'manual' } },
  })
  network().say({ text: 'delete it' })
  await expect.poll(() => shown(), patient).toContainEqual(expect.stringContaining('/deny'))
  network().say({ text: '/deny' })
  await expect.poll(() => shown().at(-1), patient).toBe(answer().text)
  expect(shown()[0]).toBe(words)
})

test('a process that continues the turn answers below the question', async () => {
  const network = createScriptedNetwork({ limits: { isIdempotent: true } })
  const chats = await serveChats({
    platforms: { net: withoutTools },
    networks: new Map([['net', network]]),
    script: [question(slow), answer(slow)],
  })
  network.say({ text: 'delete it' })
  await expect.poll(() => chats.shown(), patient).toEqual([words, '❓ Which?'])
  await chats.stop()
  await chats.start()
  await expect.poll(() => chats.shown(), { timeout: 20_000 }).toEqual([words, '❓ Which?', answer().text])
})

test('text that may have arrived is sent again as a whole, above the question', async () => {
  const network = createScriptedNetwork()
  network.failNext('lost-answer')
  const { shown } = await serveChats({
    platforms: { net: withoutTools },
    networks: new Map([['net', network]]),
    script: [question(slow), answer()],
  })
  network.say({ text: 'delete it' })
  await expect.poll(() => shown().at(-1), patient).toBe('❓ Which?')
  expect(shown().at(-2)).toMatch(/you mean\./)
})
