import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const escapeKey = '\u001b'

test('edits the prompt with vi keys, shows the mode, and sends with Enter', async () => {
  const vim = { isOn: true }
  await using terminal = await openTerminal({ script: [text('Understood.')], vim })
  await expect.poll(terminal.shown).toContain('── INSERT ─')
  terminal.type('fix 界面 and tests')
  terminal.press(escapeKey)
  await expect.poll(terminal.shown).toContain('── NORMAL ─')
  terminal.type('2bd')
  await expect.poll(terminal.shown).toContain('── NORMAL d ─')
  terminal.type('wcwspecs')
  await expect.poll(terminal.shown).toMatch(/^fix 界面 specs *$/m)
  await expect.poll(terminal.shown).toContain('── INSERT ─')
  terminal.press(escapeKey)
  terminal.type('yyPggrFu')
  await expect.poll(terminal.shown).toMatch(/^fix 界面 specs *\nfix 界面 specs *$/m)
  terminal.type('x')
  await expect.poll(terminal.shown).toMatch(/^ix 界面 specs *\nfix 界面 specs *$/m)
  terminal.type('\r')
  await expect.poll(terminal.shown).toMatch(/❯ ix 界面 specs *\n {2}fix 界面 specs/)
  await expect.poll(terminal.shown).toContain('Understood.')
  expect(terminal.shown()).toContain('── INSERT ─')
})

test('interrupts a turn with the second Escape, and keeps what was typed', async () => {
  const vim = { isOn: true }
  await using terminal = await openTerminal({ script: [hang(text('Working on it'))], vim })
  terminal.type('begin\r')
  await expect.poll(terminal.shown).toContain('Working on it')
  terminal.type('next')
  terminal.press(escapeKey)
  await expect.poll(terminal.shown).toContain('── NORMAL ─')
  expect(terminal.shown()).not.toContain('Interrupted.')
  terminal.press(escapeKey)
  await expect.poll(terminal.shown).toContain('Interrupted.')
  expect(terminal.shown()).toMatch(/^next/m)
  vim.isOn = false
  terminal.type('x')
  await expect.poll(terminal.shown).toContain('nexxt')
  expect(terminal.shown()).not.toContain('NORMAL')
})
