import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const greet = ({ workingDirectory }: { readonly workingDirectory: string }) => [
  { tone: 'info', text: `Hermes in ${workingDirectory}` } as const,
  { tone: 'warning', text: 'The window is assumed.' } as const,
]

test('is drawn and read before the server is available, and then sends what was typed, in order', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  await using terminal = await openTerminal({
    script: [text('To the first.'), text('To the second.')],
    first: { opening: 'Hermes is coming', prompt: 'What was given.' },
    greet,
    opened,
  })
  await expect.poll(terminal.shown).toMatch(/^\s*Hermes is coming\n[\s\S]*⏎ What was given\.\n[\s\S]*opening…$/)
  terminal.type('second\rwrong\r')
  await expect.poll(terminal.shown).toContain('⏎ second\n⏎ wrong\n')
  terminal.press('\u001b[A')
  await expect.poll(terminal.shown).not.toContain('⏎ wrong')
  expect(terminal.shown()).toMatch(/\nwrong +\n/)
  open()
  await expect.poll(terminal.shown).toContain('To the second.')
  expect(terminal.shown()).toMatch(
    /^\s*Hermes in \/work\n\nThe window is assumed\.\n\n❯ What was given\.\n\nTo the first\.\n[\s\S]*\n❯ second\n/,
  )
  expect(terminal.shown()).not.toMatch(/coming|opening/)
  // Unfinished input is still there.
  expect(terminal.shown()).toMatch(/\nwrong +\n/)
})

test.each([
  { key: 'Ctrl+D', typed: '\u0004' },
  { key: 'Ctrl+C', typed: '\u0003' },
  { key: 'Ctrl+C, which clears the input first', typed: 'hello\u0003\u0003' },
])('can be left while it opens: $key', async ({ typed }) => {
  await using terminal = await openTerminal({ opened: new Promise(() => undefined) })
  terminal.type(typed)
  expect(await terminal.left).toBeUndefined()
})

test('leaves nothing on the terminal if the server cannot be opened', async () => {
  const { promise: opened, reject } = Promise.withResolvers<void>()
  await using terminal = await openTerminal({ printed: '$ hermes\r\n', first: { opening: 'Hermes is coming' }, opened })
  terminal.type('hello\rhow are you?')
  await expect.poll(terminal.shown).toContain('⏎ hello')
  reject(new Error('The store is locked.'))
  await expect(terminal.left).rejects.toThrow('The store is locked.')
  terminal.print('The store is locked.')
  await expect.poll(terminal.shown).toBe('$ hermes\nThe store is locked.')
})

test('shows a resumed session once, when its messages are available', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  await using earlier = await openTerminal({ script: [text('An answer of before.')] })
  earlier.type('A question of before.\r')
  await expect.poll(earlier.shown).toContain('An answer of before.')
  const { store } = earlier.world
  earlier.type('\u0004')
  const sessionId = (await earlier.left) ?? ''
  await using terminal = await openTerminal({ store, opened }, { sessionId })
  await expect.poll(terminal.shown).toContain('opening…')
  expect(terminal.shown()).not.toContain('before')
  open()
  await expect.poll(terminal.shown).toContain('An answer of before.')
  expect(terminal.shown().match(/of before/g)).toHaveLength(2)
})

test('shows what is found once the session is open below what was said at its start', async () => {
  const { promise: found, resolve: find } = Promise.withResolvers<void>()
  await using terminal = await openTerminal({
    script: [text('Hello.')],
    greet,
    first: {
      async afterOpening({ model }) {
        await found
        return [{ tone: 'info', text: `There is more than ${model?.id}.` }]
      },
    },
  })
  terminal.type('hi\r')
  await expect.poll(terminal.shown).toContain('Hello.')
  find()
  await expect.poll(terminal.shown).toMatch(/The window is assumed\.\n\n❯ hi\n[\s\S]*\nThere is more than large\.\n/)
})
