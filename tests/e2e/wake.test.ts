import { call, type ProviderScript, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider, type Sandbox } from './hermes.js'
import { openTerminal } from './terminal.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const settings = (maxWakes = 20) =>
  `auxiliary: { title_generation: { enabled: false } }
approvals: { mode: off }
terminal: { sandbox: off, max_wakes: ${maxWakes} }
`

const messagesOf = (body: unknown): readonly { readonly role: string; readonly content: unknown }[] =>
  Object(body).messages
const saidIn = (body: unknown) => String(messagesOf(body).at(-1)?.content)

/** Starts a command that ends when the test lets it, and answers what comes after that. */
const script: ProviderScript = (body) => {
  const last = messagesOf(body).at(-1)
  if (last?.role === 'tool') return text('It runs.')
  const said = saidIn(body)
  if (said.startsWith('[Not from the user: your background processes woke you.')) return text('Built, so I go on.')
  if (said.startsWith('build it')) {
    const command = 'echo begun; until [ -e go ]; do sleep 0.1; done; echo built'
    return call('terminal', { command, background: true })
  }
  return text(`You said: ${said.split('\n', 1)}.`)
}

test.each([
  { words: ['--tui'], term: 'xterm-256color', prompt: '──' },
  { words: ['--cli'], term: 'xterm-256color', prompt: '❯' },
  { words: ['--cli'], term: 'dumb', prompt: '\n>' },
])(
  'the end of a command starts a turn while a person types: $words, $term',
  async ({ words, term, prompt }) => {
    sandbox.writeHome('config.yaml', settings())
    await using fake = await startFakeProvider({ script })
    const chat = openTerminal(sandbox, [process.execPath, main, ...words, ...provider(fake.baseUrl)], { term })
    onTestFinished(() => void chat.process.kill('SIGKILL'))
    await chat.shows(prompt)
    chat.type('build it\r')
    await chat.shows('It runs.')
    chat.type('half a sen')
    sandbox.write('go', '')
    await chat.shows('Process ended with exit code 0: echo begun;')
    await chat.shows('Built, so I go on.')
    expect(chat.screen()).not.toContain('Not from the user')
    expect(chat.screen()).not.toContain('your next message tells the model')
    chat.type('tence\r')
    await chat.shows('You said: half a sentence.')
    const [, before, woken, after] = fake.requests
    expect(fake.requests).toHaveLength(4)
    // Nothing that was sent before has changed.
    expect(messagesOf(woken?.body).slice(0, messagesOf(before?.body).length)).toEqual(messagesOf(before?.body))
    expect(messagesOf(after?.body).slice(0, messagesOf(woken?.body).length)).toEqual(messagesOf(woken?.body))
    expect(saidIn(woken?.body)).toContain('"exit_code":0')
    chat.type('\u0004')
    expect(await chat.exit).toBe(0)
    const { stdout } = await sandbox.run(['sessions', 'export', '--all'])
    expect(stdout).toContain('[Not from the user: your background processes woke you.')
  },
  60_000,
)

test('a command that restarts itself comes to an end, and the person is notified', async () => {
  sandbox.writeHome('config.yaml', settings(2))
  await using fake = await startFakeProvider({
    script: (body) =>
      messagesOf(body).at(-1)?.role === 'tool'
        ? text('Again.')
        : call('terminal', { command: 'echo begun; sleep 2; echo over', background: true }),
  })
  const chat = openTerminal(sandbox, [process.execPath, main, '--cli', ...provider(fake.baseUrl)])
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  await chat.shows('❯')
  chat.type('again and again\r')
  await chat.shows('(your next me')
  // The turn of the person, and the two that follow.
  expect(fake.requests).toHaveLength(6)
}, 60_000)
