import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createRpcWorld } from '../rpc/rpc-world.js'
import { openTerminal } from './open-terminal.js'

const controlF = '\u0006'
const escapeKey = '\u001b'
const up = '\u001b[A'

async function openLong({ columns = 60, rows = 20 } = {}) {
  const { store } = createRpcWorld()
  await store.sessions.create({ id: 'long', source: 'test', startedAtMs: 1 })
  const words = ['apple', '苹果 pie', 'pear']
  const messages = Array.from({ length: 40 }, (_, index) => ({
    message: { role: index % 2 ? 'assistant' : 'user', content: `Message ${index}: ${words[index % 3]}.` } as const,
    timestampMs: index,
  }))
  await store.messages.append('long', messages)
  const terminal = await openTerminal(
    { store, script: [hang(text('More apple.'))], times: { isShown: true, format: () => '25 Nov 2026, 09:05' } },
    { sessionId: 'long', columns, rows },
  )
  await expect.poll(terminal.shown).toContain('39:')
  return terminal
}

test('lists the lines that contain a text, with the newest selected, and jumps to one', async () => {
  await using terminal = await openLong()
  terminal.press(controlF)
  await expect.poll(terminal.shown).toContain('Find:')
  terminal.type('PEAR')
  await expect.poll(terminal.shown).toMatch(/› ❯ Message 38: pear\.\nMatch 13 of 13/)
  terminal.press(up)
  await expect.poll(terminal.shown).toMatch(/› {3}Message 35: pear\.[\s\S]*12 of 13/)
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('n, N: next, previous')
  const place = () => terminal.shown().split('─'.repeat(60)).at(-2) ?? ''
  expect(place()).toContain('Message 35: pear.')
  expect(place()).toContain('Message 34: 苹果 pie.')
  terminal.type('NN')
  await expect.poll(place).toContain('Message 29: pear.')
  expect(place()).not.toContain('Message 35')
  terminal.type(escapeKey)
  await expect.poll(terminal.shown).toContain('Match 10 of 13')
  terminal.type(escapeKey)
  await expect.poll(terminal.shown).not.toContain('Find:')
  terminal.type('still here')
  await expect.poll(terminal.shown).toContain('still here')
})

test('finds wide characters with a command, and says when there is nothing', async () => {
  await using terminal = await openLong()
  terminal.type('/find 苹果\r')
  await expect.poll(terminal.shown).toMatch(/› {3}Message 37: 苹果 pie\.\nMatch 13 of 13/)
  terminal.type(' cake')
  await expect.poll(terminal.shown).toContain('Nothing was found.')
  terminal.type('\r')
  terminal.press('\u0003')
  await expect.poll(terminal.shown).not.toContain('Find:')
})

test('finds text that is written during the search, and keeps the draft', async () => {
  await using terminal = await openLong()
  terminal.type('go on\r')
  await expect.poll(terminal.shown).toContain('More apple.')
  terminal.type('a draft')
  terminal.press(controlF)
  terminal.type('more apple')
  await expect.poll(terminal.shown).toMatch(/› {3}More apple\.\nMatch 1 of 1/)
  terminal.type(escapeKey)
  await expect.poll(terminal.shown).toMatch(/^a draft/m)
  expect(terminal.shown()).not.toContain('Interrupted.')
})

test('fits into a terminal of nine columns, including times', async () => {
  await using terminal = await openLong({ columns: 9, rows: 12 })
  terminal.press(controlF)
  terminal.type('pear')
  await expect.poll(terminal.shown).toMatch(/^› ❯ /m)
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('n, N: ')
  terminal.type(escapeKey)
  terminal.type('zzz')
  await expect.poll(terminal.shown).toContain('Nothin')
  terminal.type(escapeKey)
  await expect.poll(terminal.shown).not.toContain('Nothin')
})
