import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const words = 'several words that make this row long enough to be wrapped when the terminal is narrow'
const count = 60
const long = Array.from({ length: count }, (_, number) => `Row ${number}: ${words}.\n\n`).join('')

test.each<[string, readonly [number, number], readonly (readonly [number, number])[]]>([
  ['narrower', [80, 20], [[50, 20]]],
  ['wider', [60, 20], [[100, 20]]],
  [
    'narrower, and as it was',
    [80, 20],
    [
      [30, 20],
      [80, 20],
    ],
  ],
  [
    'narrower step by step',
    [60, 20],
    [
      [59, 20],
      [57, 20],
      [52, 20],
      [45, 20],
      [40, 20],
    ],
  ],
  ['higher', [80, 20], [[80, 35]]],
  [
    'lower, and as it was',
    [80, 30],
    [
      [80, 12],
      [80, 30],
    ],
  ],
])('a terminal that becomes %s shows everything, and nothing twice', async (_, [columns, rows], sizes) => {
  await using terminal = await openTerminal({ script: [text(long)] }, { columns, rows })
  terminal.type('Count.\r')
  await expect.poll(terminal.shown).toContain(`Row ${count - 1}`)
  await expect.poll(terminal.shown).not.toContain('Esc interrupts')
  for (const [width, height] of sizes) {
    terminal.resize(width, height)
    // The input is drawn for this width.
    await expect.poll(terminal.shown).toMatch(new RegExp(`\\n─{${width}}\\n *\\n─{${width}}\\nlarge.*$`))
  }
  const shown = [...terminal.shown().matchAll(/^Row \d+:/gm)].map(([row]) => row)
  expect(new Set(shown).size).toBe(count)
  // A row at the top of the screen may begin with words of one that has left it.
  expect(shown.length - count).toBeLessThanOrEqual(sizes.length)
})
