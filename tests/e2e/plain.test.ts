import { join } from 'node:path'
import { TransportError } from '@hermes/core'
import { call, fail, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, provider, root } from './hermes.js'
import { openTerminal } from './terminal.js'

function openPlain(words: readonly string[], term: string, settings = '') {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', `auxiliary: { title_generation: { enabled: false } }\n${settings}`)
  sandbox.write('old.txt', 'x')
  const chat = openTerminal(sandbox, [process.execPath, join(root, 'apps/cli/dist/main.js'), ...words], { term })
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  return { ...chat, sandbox }
}

test.each([
  { term: 'dumb', words: ['--tui'] },
  { term: 'xterm-256color', words: ['--screen-reader'] },
  { term: 'xterm-256color', words: [], settings: 'display: { screen_reader: true }\n' },
])('writes whole lines without a single control sequence: TERM=$term $words $settings', async (example) => {
  const { term, words, settings } = example
  const script = [
    call('read_file', { path: 'missing.txt' }),
    call('terminal', { command: 'rm -rf ./old.txt && echo gone' }),
    text('It is **gone**. \u001b[31mReally.'),
    fail(new TransportError('auth', 'The key is wrong.', { status: 401 })),
  ]
  await using fake = await startFakeProvider({ script })
  const chat = openPlain([...provider(fake.baseUrl), ...words], term, settings)
  await chat.shows('>')
  // Input that was typed before the question approves nothing.
  chat.type('clean up\ny\n')
  await chat.shows('○ read_file missing.txt')
  await chat.shows('✗ read_file missing.txt')
  await chat.shows('2. Yes, for this session.')
  await chat.shows('Your answer:')
  expect(fake.requests).toHaveLength(2)
  chat.type('1\n')
  await chat.shows('Really.')
  // The input becomes the next message, which fails.
  await chat.shows('> y')
  await chat.shows('✗ ')
  await expect.poll(chat.output).toMatch(/\n> $/)
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(chat.output()).not.toContain('\u001b')
  expect(chat.output().match(/full-screen interface is not available/g) ?? []).toHaveLength(term === 'dumb' ? 1 : 0)
  expect(JSON.stringify(fake.requests[2]?.body.messages)).toContain('gone\\\\n')
})

test('reads lines during a turn: commands act at once, messages wait', async () => {
  const script = [
    call('terminal', { command: 'until [ -e go ]; do read -t 0.1 < /dev/null; done; echo went' }),
    text('First answer.'),
    text('Second answer.'),
  ]
  await using fake = await startFakeProvider({ script })
  const chat = openPlain(provider(fake.baseUrl), 'dumb')
  await chat.shows('>')
  chat.type('wait for it\n')
  await chat.shows('○ terminal')
  chat.type('what is next?\n')
  await chat.shows('Waits for the next turn: what is next?')
  chat.type('/queue\n')
  await chat.shows('what is next?')
  chat.type('/steer be brief\n')
  await chat.shows('Waits for the next tool results: be brief')
  chat.type('/compress\n')
  await chat.shows('/compress runs when the turn has ended.')
  expect(fake.requests).toHaveLength(1)
  // No empty prompt comes between the lines of a turn.
  expect(chat.output()).not.toMatch(/^> *\r?$/m)
  chat.sandbox.write('go', '')
  await chat.shows('First answer.')
  await chat.shows('> what is next?')
  await chat.shows('Second answer.')
  await expect.poll(chat.output).toMatch(/\n> $/)
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('be brief')
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(chat.output()).not.toContain('\u001b')
})

test('ends a turn with /stop', async () => {
  const script = [
    call('terminal', { command: 'until [ -e go ]; do read -t 0.1 < /dev/null; done' }),
    text('Not asked.'),
  ]
  await using fake = await startFakeProvider({ script })
  const chat = openPlain(provider(fake.baseUrl), 'dumb')
  await chat.shows('>')
  chat.type('wait for it\n')
  await chat.shows('○ terminal')
  chat.type('/stop\n')
  await expect.poll(chat.output).toMatch(/\n> $/)
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
  expect(fake.requests).toHaveLength(1)
})
