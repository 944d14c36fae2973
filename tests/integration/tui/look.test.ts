import { text } from '@hermes/testkit'
import type { OwnCommands } from '@hermes/tui'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

test('redraws everything after a command of the terminal, which may change the look, and offers its choices', async () => {
  let mark = 'old'
  const own: OwnCommands = {
    list: [
      { name: 'paint', aliases: [], description: 'change the look', category: 'settings', whileRunning: 'at-once' },
    ],
    async run(line) {
      if (line === '/paint') {
        const options = [{ label: 'fresh', command: '/paint fresh' }]
        return { type: 'choice', prompt: 'Which?', options }
      }
      if (line !== '/paint fresh') return undefined
      mark = 'fresh'
      return { type: 'text', text: 'Painted.' }
    },
  }
  await using terminal = await openTerminal({
    script: [text('Understood.')],
    own,
    accent: (part) => `${part}${mark} `,
  })
  terminal.type('begin\r')
  await expect.poll(terminal.shown).toContain('❯ old begin')
  await expect.poll(terminal.shown).toContain('Understood.')
  terminal.type('/paint\r')
  await expect.poll(terminal.shown).toContain('Which?')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Painted.')
  expect(terminal.shown()).toContain('❯ fresh begin')
  expect(terminal.shown()).not.toContain('old')
})
