import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

test('shows all of a growing answer on a very low terminal', async () => {
  const answer = 'Here is a first word, and here are some more of them.\n\n- one\n- two\n\nThe end.'
  const script = [text(answer, { pace: { pieceSize: 6, pieceDelayMs: 70 } })]
  await using terminal = await openTerminal({ script }, { columns: 20, rows: 5 })
  terminal.type('hi\r')
  await expect.poll(terminal.shown).toContain('The end.')
  await expect.poll(terminal.shown).not.toContain('Esc interrupts')
  expect(terminal.shown()).toContain(
    '❯ hi\n\nHere is a first\nword, and here are\nsome more of them.\n\n- one\n- two\n\nThe end.',
  )
})
