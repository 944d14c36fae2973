import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const up = '\u001b[A'
const ctrlR = '\u0012'
const ctrlU = '\u0015'

test('recalls prompts of earlier sessions with the cursor at the end, and remembers new ones', async () => {
  const entries = ['fix the build', 'two\nlines']
  const history = { entries, add: async (text: string) => void entries.push(text) }
  await using terminal = await openTerminal({ script: [text('Fixed.')], history })
  terminal.press(up)
  terminal.press(up)
  terminal.type(' now\r')
  await expect.poll(terminal.shown).toContain('Fixed.')
  expect(terminal.shown()).toContain('❯ fix the build now')
  expect(entries.at(-1)).toBe('fix the build now')
})

test('finds an earlier prompt by a few letters', async () => {
  const entries = ['fix the build', 'two\nlines', 'write a poem', 'fix the build']
  await using terminal = await openTerminal({ script: [], history: { entries, add: async () => undefined } })
  terminal.type(ctrlR)
  await expect.poll(terminal.shown).toContain('Earlier prompts')
  expect(terminal.shown().match(/fix the build/g)).toHaveLength(1)
  terminal.type('poem')
  await expect.poll(terminal.shown).not.toContain('two lines')
  terminal.type('\r')
  await expect.poll(terminal.shown).not.toContain('Earlier prompts')
  expect(terminal.shown()).toContain('write a poem')
})

test('closes the completions of a line that is deleted', async () => {
  await using terminal = await openTerminal({ script: [] })
  terminal.type('/reas')
  await expect.poll(terminal.shown).toContain('→ /reasoning')
  terminal.type(ctrlU)
  await expect.poll(terminal.shown).not.toContain('/reas')
})
