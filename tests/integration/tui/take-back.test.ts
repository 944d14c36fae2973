import { hang, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const up = '\u001b[A'

test('takes back the prompt that was queued last into an empty input', async () => {
  await using terminal = await openTerminal({ script: [hang(text('Working on it')), text('Second.'), text('Third.')] })
  terminal.type('first\r')
  await expect.poll(terminal.shown).toContain('Working on it')
  terminal.type('second\r')
  await expect.poll(terminal.shown).toContain('⏎ second')
  terminal.type('third\r')
  await expect.poll(terminal.shown).toContain('2 queued')
  terminal.press(up)
  await expect.poll(terminal.shown).toContain('1 queued')
  await expect.poll(terminal.shown).toMatch(/\nthird +\n/)
  // With text in the input, the key belongs to the history.
  terminal.press(up)
  expect(terminal.shown()).toContain('1 queued')
})
