import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const ctrlS = '\u0013'
const paste = Array.from({ length: 12 }, (_, number) => `pasted line ${number}`).join('\n')

test('puts prompts aside with Ctrl+S, and restores them, newest first', async () => {
  const drafts: string[] = []
  await using terminal = await openTerminal({ script: [text('Answered.')], drafts })
  terminal.press(ctrlS)
  terminal.type('first thought')
  terminal.press(ctrlS)
  terminal.press(`\u001b[200~${paste}\u001b[201~`)
  terminal.press(ctrlS)
  expect(drafts).toEqual(['first thought', paste])
  terminal.type('A question.\r')
  await expect.poll(terminal.shown).toContain('Answered.')
  terminal.press(ctrlS)
  expect(drafts).toEqual(['first thought'])
  terminal.type('\u0003')
  terminal.press(ctrlS)
  await expect.poll(terminal.shown).toContain('\nfirst thought')
  expect(drafts).toEqual([])
})
