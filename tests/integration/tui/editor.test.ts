import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const ctrlE = '\u0005'
const ctrlG = '\u0007'
const ctrlX = '\u0018'

/** What a terminal shows while an editor runs, and afterwards. */
const otherScreen = { on: '\u001b7\u001b[?1049h\u001b[2J\u001b[H', off: '\u001b[?1049l\u001b8' } as const

test.each([
  { name: 'Ctrl+G', keys: [ctrlG] },
  { name: 'Ctrl+X Ctrl+E', keys: [ctrlX, ctrlE] },
])('edits the prompt in another program with $name', async ({ keys }) => {
  const given: string[] = []
  await using terminal = await openTerminal({
    script: [text('Read.')],
    async editText(prompt) {
      given.push(prompt)
      return `${prompt}\nand a second line`
    },
  })
  terminal.type('One line')
  for (const key of keys) terminal.press(key)
  await expect.poll(terminal.shown).toContain('\nand a second line')
  expect(given).toEqual(['One line'])
  expect(terminal.shown()).not.toContain('Sessions')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('❯ One line\n  and a second line\n\nRead.')
})

test('switches sessions with Ctrl+X alone, and with Ctrl+E later', async () => {
  const editText = async () => expect.fail('No editor was asked for.')
  await using terminal = await openTerminal({ script: [], editText })
  terminal.press(ctrlX)
  await expect.poll(terminal.shown).toContain('Sessions')
  terminal.type('zzz')
  terminal.press(ctrlE)
  await expect.poll(terminal.shown).toContain('› zzz')
})

test('keeps the prompt and reports the failure when the editor fails', async () => {
  await using terminal = await openTerminal({ script: [], editText: async () => undefined })
  terminal.type('As it is')
  terminal.press(ctrlG)
  await expect.poll(terminal.shown).toContain('The editor failed: the prompt is as it was.')
  expect(terminal.shown()).toMatch(/\nAs it is *\n/)
})

test.each([
  { name: 'has a screen of its own', printed: ['', ''] },
  { name: 'writes below the conversation', printed: ['', 'vi: warning\r\nvi: done\r\n'] },
])('shows what happened in the meantime, and nothing twice, when the editor $name', async ({ printed }) => {
  const editing = Promise.withResolvers<void>()
  const long = Array.from({ length: 40 }, (_, number) => `Line ${number}.\n\n`).join('')
  await using terminal = await openTerminal({
    script: [text(long), text('It went on.')],
    async editText(prompt) {
      terminal.print(otherScreen.on)
      await editing.promise
      terminal.print(otherScreen.off)
      terminal.print(printed[1] ?? '')
      return `${prompt} edited`
    },
  })
  terminal.type('Count.\r')
  await expect.poll(terminal.shown).toContain('Line 39.')
  await expect.poll(terminal.shown).not.toContain('Esc interrupts')
  terminal.type('Go on.\r')
  terminal.type('then')
  terminal.press(ctrlG)
  await expect.poll(terminal.shown).not.toContain('Line')
  editing.resolve()
  await expect.poll(terminal.shown).toContain('then edited')
  await expect.poll(terminal.shown).toContain('It went on.')
  for (const row of ['Line 5.', 'Line 38.', 'Line 39.', '❯ Go on.', 'It went on.', 'then edited'])
    expect(terminal.shown().split(row), row).toHaveLength(2)
})
