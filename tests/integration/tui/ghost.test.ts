import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const right = '\u001b[C'
const altRight = '\u001b[1;3C'
const ctrlA = '\u0001'
const earlier = 'run the tests of packages/tui'

const suggestContinuation = (typed: string) =>
  typed !== '' && earlier.startsWith(typed) ? earlier.slice(typed.length) : ''

test('suggests the rest of an earlier prompt, and accepts a word or all of it', async () => {
  await using terminal = await openTerminal({ script: [text('Passed.')], suggestContinuation })
  terminal.type('run')
  await expect.poll(terminal.shown).toContain(`\n${earlier}`)
  terminal.press(altRight)
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('❯ run the\n\nPassed.')
})

test('accepts all of it with the right arrow key, but nothing in the middle of a text', async () => {
  await using terminal = await openTerminal({ script: [text('Passed.')], suggestContinuation })
  terminal.type('run')
  terminal.press(ctrlA)
  await expect.poll(terminal.shown).toMatch(/\nrun +\n/)
  terminal.press(right)
  terminal.press(right)
  terminal.press(right)
  terminal.press(right)
  terminal.type('!\r')
  await expect.poll(terminal.shown).toContain(`❯ ${earlier}!\n\nPassed.`)
})
