import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal, type TerminalOptions } from './terminal.js'

function open(words: readonly string[], options: TerminalOptions) {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  sandbox.write('old.txt', 'x')
  const chat = openTerminal(sandbox, [process.execPath, main, ...words], options)
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  return chat
}

/** Removes the line breaks from what is on the screen. */
const unbroken = (screen: string) => screen.replaceAll(/\s+/g, '')

test.each([
  { columns: 20, rows: 24, words: [] },
  { columns: 20, rows: 24, words: ['--tui'] },
  { columns: 80, rows: 1, words: [] },
  { columns: 80, rows: 1, words: ['--tui'] },
  { columns: 20, rows: 1, words: ['--screen-reader'] },
])('answers and asks on $columns columns and $rows rows: $words', { timeout: 60_000 }, async ({ words, ...size }) => {
  const script = [
    call('terminal', { command: 'rm -rf old.txt' }),
    text('The old file is gone, finally.', { pace: { pieceSize: 6, pieceDelayMs: 100 } }),
  ]
  await using fake = await startFakeProvider({ script })
  const chat = open([...provider(fake.baseUrl), ...words], { size })
  // A terminal below 40 columns has no status line.
  const isReady = words.includes('--tui') ? /correct it\./ : /\n> |❯/
  await expect.poll(chat.output, { timeout: 15_000 }).toMatch(isReady)
  chat.type('Delete it.\r')
  await expect.poll(() => unbroken(chat.output()), { timeout: 15_000 }).toMatch(/\[y\]es|Yes|Once/)
  chat.type(words.includes('--tui') ? '\r' : words.length > 0 ? '1\r' : 'y\r')
  await expect.poll(() => unbroken(chat.screen()), { timeout: 15_000 }).toContain('finally.')
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(JSON.stringify(fake.requests[1]?.body.messages)).not.toContain('denied')
  // What is drawn repeatedly, the prompts and the spinner, leaves nothing behind.
  expect(chat.screen()).not.toMatch(/^(?:❯|[\u2801-\u28ff] .*)$/m)
  expect(unbroken(chat.screen()).split('Runit?').length - 1).toBeLessThan(2)
})

test('writes the text of the model as UTF-8 without a locale', async () => {
  await using fake = await startFakeProvider({ script: text('Grüße, 日本.') })
  const chat = open([...provider(fake.baseUrl)], { locale: 'C' })
  await chat.shows('❯')
  chat.type('Grüß mich.\r')
  await chat.shows('Grüße, 日本.')
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('Grüß mich.')
})
