import { createServer } from 'node:net'
import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'
import { openTerminal } from './terminal.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const address = (port: number) => `ws://127.0.0.1:${port}`

test.each([
  { words: ['-r', 'nothing'], sentence: 'hermes: No session has the id or title "nothing"' },
  { words: ['--attach', address(9)], sentence: `hermes: The server at ${address(9)} is not there` },
])('a failing start leaves one sentence, and the terminal unchanged: $words', async ({ words, sentence }) => {
  const command = ['hermes', '--tui', ...words].slice(1).join(' ')
  const line = `"${process.execPath}" "${main}" ${command}; echo "code $?"; stty -a | tr ";" "\\n" | grep -w icanon`
  const shell = openTerminal(sandbox, ['env', 'HERMES_SERVE_TOKEN=token', 'sh', '-c', line])
  onTestFinished(() => void shell.process.kill('SIGKILL'))
  await shell.exit
  expect(shell.screen().slice(0, sentence.length)).toBe(sentence)
  expect(shell.screen()).toMatch(/\ncode 1\n/)
  expect(shell.screen()).toMatch(/^(?:.* )?icanon/m)
  expect(shell.output().lastIndexOf('\u001b[?25h')).toBeGreaterThan(shell.output().lastIndexOf('\u001b[?25l'))
  expect(shell.output().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(shell.output().lastIndexOf('\u001b[?2004h'))
})

test('a person can leave while a server does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await expect.poll(() => silent.listening).toBe(true)
  const bound = silent.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const words = ['env', 'HERMES_SERVE_TOKEN=token', process.execPath, main, '--attach', address(port)]
  const screen = openTerminal(sandbox, words)
  onTestFinished(() => void screen.process.kill('SIGKILL'))
  await expect.poll(screen.screen, { timeout: 15_000 }).toContain('opening…')
  screen.type('hello\r')
  await expect.poll(screen.screen).toContain('⏎ hello')
  screen.type('\u0004')
  expect(await screen.exit).toBe(0)
  expect(screen.screen().trim()).toBe('')
})

test('text typed as soon as the frame appears is sent once the agent is ready', async () => {
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: [text('To the first.'), text('To the second.')] })
  const screen = openTerminal(sandbox, [process.execPath, main, '--tui', ...provider(fake.baseUrl)])
  onTestFinished(() => void screen.process.kill('SIGKILL'))
  await screen.shows('──')
  screen.type('first\rsecond\r')
  await screen.shows('To the second.')
  expect(screen.screen()).toMatch(/❯ first\n\nTo the first\.\n[\s\S]*❯ second\n\nTo the second\./)
  screen.type('\u0004')
  expect(await screen.exit).toBe(0)
})
