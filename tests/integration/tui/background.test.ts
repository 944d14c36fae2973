import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const white = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\'

test('uses the background that the terminal reports', async () => {
  let mark = 'dark'
  await using terminal = await openTerminal({
    script: [text('Understood.')],
    background: white,
    accent: (part) => `${part}${mark} `,
    onBackground: ({ r, g, b }) => {
      mark = `${r}/${g}/${b}`
    },
  })
  terminal.type('begin\r')
  await expect.poll(terminal.shown).toContain('❯ 255/255/255 begin')
  expect(terminal.shown()).not.toContain('rgb')
})

test('drops an answer that comes late', async () => {
  const told: unknown[] = []
  await using terminal = await openTerminal({ script: [], onBackground: (color) => told.push(color) })
  await new Promise((resolve) => setTimeout(resolve, 300))
  terminal.press(white)
  terminal.type('begin')
  await expect.poll(terminal.shown).toMatch(/^begin *$/m)
  expect(told).toEqual([])
  expect(terminal.shown()).not.toContain('rgb')
})
