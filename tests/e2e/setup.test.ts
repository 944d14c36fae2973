import { TransportError } from '@hermes/core'
import { fail, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

let sandbox: Sandbox
let terminal: TerminalProcess | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => {
  terminal?.process.kill('SIGKILL')
  terminal = undefined
  sandbox[Symbol.dispose]()
})

const escapeKey = '\u001b'
const down = '\u001b[B'
const ctrlC = '\u0003'
const ctrlU = '\u0015'

/** Starts a server that knows one key and two models. */
const startServer = () =>
  startFakeProvider({
    script: () => text('Hello from the server.'),
    apiKey: 'right-key',
    models: ['small', 'large-model'],
  })

async function open(args: readonly string[]): Promise<TerminalProcess> {
  terminal = openTerminal(sandbox, [process.execPath, main, ...args])
  return terminal
}

/** Types once the question is shown: keys that arrive earlier belong to the previous one. */
async function answer(on: TerminalProcess, question: string, ...keys: readonly string[]): Promise<void> {
  await on.shows(question)
  for (const key of keys) on.type(key)
}

async function chooseCustomServer(on: TerminalProcess, address: string): Promise<void> {
  await on.shows('Who runs the model?')
  on.type('custom server')
  await on.shows('● Custom server')
  on.type('\r')
  await answer(on, 'Address of the server', `${address}\r`)
}

test('gets from nothing to an answer, even with a wrong key first', async () => {
  await using server = await startServer()
  const wizard = await open([])
  await answer(wizard, 'No model is set up. Set one up now? [Y/n]', '\r')
  await chooseCustomServer(wizard, server.baseUrl)
  await answer(wizard, 'API key of the server', 'wrong-key\r')
  await wizard.shows('The server refused the key')
  await answer(wizard, 'Enter another key', '\r')
  await answer(wizard, 'API key of the server', 'right-key\r')
  await wizard.shows('Which model?')
  wizard.type('larg')
  await wizard.shows('● large-model')
  wizard.type('\r')
  await wizard.shows('It answered after')
  await wizard.shows('The model is large-model by custom')
  await wizard.shows('❯')
  wizard.type('hi\r')
  await wizard.shows('Hello from the server.')
  expect(sandbox.readHome('config.yaml')).not.toContain('right-key')
  const { stdout } = await sandbox.run(['-z', 'hello'])
  expect(stdout).toBe('Hello from the server.\n')
})

test('does not save a model that cannot call tools without saying so', async () => {
  const refusal = fail(new TransportError('invalid-request', 'small does not support tools', { status: 400 }))
  await using server = await startFakeProvider({
    script: (body) => (Array.isArray(Object(body).tools) ? refusal : text('ready')),
    models: ['small'],
  })
  const wizard = await open(['setup'])
  await chooseCustomServer(wizard, server.baseUrl)
  await answer(wizard, 'API key of the server', '\r')
  await answer(wizard, 'Which model?', '\r')
  await wizard.shows('small answers, but cannot call tools here')
  await wizard.shows('● Choose another model')
  expect(() => sandbox.readHome('config.yaml')).toThrow('ENOENT')
})

test('offers another key when a server does not clearly reject a wrong one', async () => {
  const refusal = fail(new TransportError('invalid-request', 'No connected db.', { status: 400 }))
  await using server = await startFakeProvider({ script: () => refusal, models: ['small'] })
  const wizard = await open(['setup'])
  await chooseCustomServer(wizard, server.baseUrl)
  await answer(wizard, 'API key of the server', 'wrong-key\r')
  await answer(wizard, 'Which model?', '\r')
  await wizard.shows('No connected db.')
  await wizard.shows('Some servers')
  await answer(wizard, '● Choose another model', down)
  await answer(wizard, '● Enter another key', '\r')
  await wizard.shows('API key of the server')
})

test('goes back with Escape, leaves with Ctrl+C, and is resumed', async () => {
  await using server = await startServer()
  const first = await open(['setup', '--quick'])
  await chooseCustomServer(first, server.baseUrl)
  await answer(first, 'API key of the server', escapeKey)
  await answer(first, 'Address of the server', ctrlU, `${server.baseUrl}\r`)
  await answer(first, 'API key of the server', 'right-key\r')
  await answer(first, 'Which model?', '\r')
  await first.shows('The model is small by custom')
  expect(await first.exit).toBe(0)

  sandbox.writeHome('config.yaml', '')
  const second = await open(['setup', '--quick'])
  await chooseCustomServer(second, server.baseUrl)
  await answer(second, 'API key of the server', ctrlC)
  await second.shows('To take it up again: hermes setup')
  expect(await second.exit).toBe(130)
  expect(sandbox.readHome('config.yaml')).toBe('')

  const third = await open(['setup', '--quick'])
  await third.shows('The last setup was left')
  await answer(third, 'Continue with custom', '\r')
  await answer(third, 'API key of the server', 'right-key\r')
  await answer(third, 'Which model?', '\r')
  await third.shows('The model is small by custom')
})

test('names the models that may be meant, and chooses another one', async () => {
  await using server = await startServer()
  const wizard = await open(['setup', '--quick'])
  await chooseCustomServer(wizard, server.baseUrl)
  await answer(wizard, 'API key of the server', 'right-key\r')
  await wizard.shows('Which model?')
  wizard.type('larg-modle')
  await wizard.shows('Use "larg-modle"')
  wizard.type('\r')
  await wizard.shows('The nearest names are large-model.')
  await answer(wizard, 'Choose another model', '\r')
  await wizard.shows('Which model?')
  wizard.type(down)
  wizard.type('\r')
  await wizard.shows('The model is large-model by custom')
})

test('chooses a model by typing a part of its name, and keeps it on Escape', async () => {
  await using server = await startServer()
  await sandbox.run(['setup', '--non-interactive', '--base-url', server.baseUrl, '--api-key', 'right-key'])
  sandbox.writeHome('.env', 'CUSTOM_API_KEY=right-key\n')
  const picker = await open(['model'])
  await picker.shows('Which model?')
  picker.type('lm')
  await picker.shows('● large-model')
  picker.type('\r')
  expect(await picker.exit).toBe(0)
  // The rows of the list are removed, so the answer is above the last seen one.
  await expect.poll(picker.screen).toContain('The model is large-model by custom')
  const other = await open(['model'])
  await answer(other, 'Which model?', escapeKey)
  expect(await other.exit).toBe(0)
  expect(sandbox.readHome('config.yaml')).toContain('default: large-model')
})

describe('without a terminal', () => {
  test('says what to run', async () => {
    const { code, stderr } = await sandbox.run(['setup'])
    expect(code).toBe(2)
    expect(stderr).toContain('hermes setup --non-interactive --provider NAME -m MODEL')
  })

  test('saves a model that answers, and nothing for one that does not', async () => {
    await using server = await startServer()
    const flags = ['setup', '--non-interactive', '--base-url', server.baseUrl]
    const wrong = await sandbox.run([...flags, '-m', 'small', '--api-key', 'wrong-key'])
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('refused the API key')
    expect(() => sandbox.readHome('config.yaml')).toThrow()
    const saved = await sandbox.run([...flags, '--api-key', 'right-key'])
    expect(saved).toMatchObject({ code: 0 })
    expect(saved.stderr).toContain('The model is small by custom')
    expect((await sandbox.run(['-z', 'hello'])).stdout).toBe('Hello from the server.\n')
  })

  test('adds the path that the address lacks', async () => {
    await using server = await startServer()
    const origin = new URL(server.baseUrl).origin
    const saved = await sandbox.run(['setup', '--non-interactive', '--base-url', origin, '--api-key', 'right-key'])
    expect(saved).toMatchObject({ code: 0 })
    expect(sandbox.readHome('config.yaml')).toContain(`base_url: ${server.baseUrl}`)
  })

  test('explains an address where nothing answers', async () => {
    const { code, stderr } = await sandbox.run([
      'setup',
      '--non-interactive',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '-m',
      'any',
    ])
    expect(code).toBe(1)
    expect(stderr).toContain('Nothing answers at http://127.0.0.1:9/v1')
  })

  test.each(['http://127.0.0.1:9/v1', 'ftp://127.0.0.1'])(
    'asks %s for a model, and explains that it does not answer',
    async (url) => {
      const { code, stderr } = await sandbox.run(['setup', '--non-interactive', '--base-url', url])
      expect(code).toBe(1)
      expect(stderr).toContain('check the address, or name a model with -m MODEL')
      expect(stderr).toContain(url)
    },
  )
})

test('asks again for a setting that is not valid', async () => {
  sandbox.writeHome('config.yaml', 'model: { provider: offline }\n')
  const wizard = await open(['setup', 'agent'])
  await answer(wizard, 'Model calls per turn at most', ctrlU, 'many\r')
  await wizard.shows('agent.max_turns must be')
  await answer(wizard, 'Model calls per turn at most', ctrlU, '7\r')
  await answer(wizard, 'US dollars per turn at most', '\r')
  await answer(wizard, 'What happens to a message', '\r')
  expect(await wizard.exit).toBe(0)
  expect((await sandbox.run(['config', 'get', 'agent.max_turns'])).stdout).toBe('7\n')
})
