import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, root, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

let sandbox: Sandbox
let shell: TerminalProcess
beforeEach(async () => {
  sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  shell = openTerminal(sandbox, ['bash', '--norc', '-i'])
  shell.type("PS1='shell'; PS1+='>'\r")
  await shell.shows('shell>')
})
afterEach(() => {
  shell.process.kill('SIGKILL')
  sandbox[Symbol.dispose]()
})

const ctrlZ = '\u001a'
const ctrlD = '\u0004'

/** Runs a shell line. Matches its output rather than the typed text. */
async function runs(line: string, expected: string) {
  shell.type(`${line}\r`)
  await shell.shows(expected)
  await shell.shows('shell>')
}

function startChat(baseUrl: string, before = '') {
  const words = [process.execPath, join(root, 'apps/cli/dist/main.js'), ...provider(baseUrl)]
  shell.type(`${before}${words.map((word) => `'${word}'`).join(' ')}\r`)
}

test.for([
  { name: 'the chat', before: '' },
  { name: 'a launcher that waits for the chat', before: 'bash -c \'"$@"; exit $?\' launcher ' },
])('returns to the shell on Ctrl+Z, and continues $name with fg', async ({ before }) => {
  await using fake = await startFakeProvider({ script: [text('I am here.')] })
  startChat(fake.baseUrl, before)
  await shell.shows('❯')
  shell.type('half a thought')
  await shell.shows('half a thought')
  shell.type(ctrlZ)
  await shell.shows('Stopped')
  await shell.shows('shell>')
  await runs('stty -a | grep -o " icanon" | tr a-z A-Z', 'ICANON')
  await runs('echo $((6 * 7))', '42')
  shell.type('fg\r')
  await shell.shows('❯ half a thought')
  shell.type(' and the rest\r')
  await shell.shows('I am here.')
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('half a thought and the rest')
  await shell.shows('❯')
  shell.type(ctrlD)
  await shell.shows('shell>')
  await runs('echo left with $?', 'left with 0')
})

test('returns to the shell from the full screen on Ctrl+Z, and continues it with fg', async () => {
  await using fake = await startFakeProvider({ script: [text('I am here.')] })
  startChat(fake.baseUrl, 'HERMES_TUI=1 ')
  await shell.shows('correct it.')
  shell.type('half a thought')
  // The rows below the conversation disappear.
  await expect.poll(shell.screen).toContain('half a thought')
  shell.type(ctrlZ)
  await shell.shows('Stopped')
  await shell.shows('shell>')
  await runs('stty -a | grep -o " icanon" | tr a-z A-Z', 'ICANON')
  await runs('echo $((6 * 7))', '42')
  shell.type('fg\r')
  await shell.shows('half a thought')
  shell.type(' and the rest\r')
  await shell.shows('I am here.')
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('half a thought and the rest')
  shell.type(ctrlD)
  await shell.shows('Resume with:')
  await shell.shows('shell>')
  await runs('echo left with $?', 'left with 0')
})

test('continues a turn after Ctrl+Z and fg, while its commands keep running', async () => {
  const command = 'touch started; until [ -e go ]; do sleep 0.05; done; echo finished | tee finished'
  await using fake = await startFakeProvider({ script: [call('terminal', { command }), text('All done.')] })
  startChat(fake.baseUrl)
  await shell.shows('❯')
  shell.type('wait for me\r')
  await expect.poll(() => existsSync(join(sandbox.workspace, 'started')), { timeout: 15_000 }).toBe(true)
  shell.type(ctrlZ)
  await shell.shows('Stopped')
  await shell.shows('shell>')
  await runs('touch go; until [ -s finished ]; do sleep 0.05; done; tr a-z A-Z < finished', 'FINISHED')
  expect(fake.requests).toHaveLength(1)
  shell.type('fg\r')
  await shell.shows('All done.')
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('finished\\\\n')
})

test('keeps the chat usable after Ctrl+Z in a terminal without a shell', async () => {
  await using fake = await startFakeProvider({ script: [text('I am here.')] })
  shell.process.kill('SIGKILL')
  shell = openTerminal(sandbox, [process.execPath, join(root, 'apps/cli/dist/main.js'), ...provider(fake.baseUrl)])
  await shell.shows('❯')
  shell.type(ctrlZ)
  shell.type('hello\r')
  await shell.shows('I am here.')
})
