import { startFakeProvider, text, writeListener } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { ada, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox, main } from './hermes.js'
import { openTerminal } from './terminal.js'

const patient = { timeout: 20_000, interval: 20 }

const hooks = `
  on_stream_start: ({ source }) => note(['start', source]),
  on_stream_delta: ({ source, kind }) => note(['delta', source, kind]),
  on_stream_end: ({ source, status }) => note(['end', source, status]),
  post_auxiliary_call: ({ task, outcome }) => note(['side', task, outcome.status]),
  pre_command: ({ name, surface }) => {
    note(['command', name, surface])
    return name === 'status' ? { action: 'block', reason: 'ask me later.' } : undefined
  },
`

/** Creates a home with a plugin that listens, a provider, and a chat network. */
async function world() {
  const sandbox = createSandbox()
  const telegram = await startFakeTelegram()
  const provider = await startFakeProvider({ script: () => text('Hello there.') })
  onTestFinished(async () => {
    await provider.close()
    await telegram[Symbol.asyncDispose]()
    sandbox[Symbol.dispose]()
  })
  const { use, heard } = await writeListener(sandbox.home, hooks)
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: fake-model, context_length: 100000 }
plugins: [{ use: ${use} }]
platforms:
  telegram: { token: "${telegram.token}", api_root: ${telegram.apiRoot}, poll_seconds: 1, allow_from: [${ada.id}] }
`,
  )
  return { sandbox, telegram, heard }
}

const title = ['side', 'title_generation', 'answered']

test.each([
  ['a chat in lines', []],
  ['the full screen', ['--tui']],
])(
  'calls hooks in %s',
  async (_, options) => {
    const { sandbox, heard } = await world()
    const terminal = openTerminal(sandbox, [process.execPath, main, ...options])
    onTestFinished(() => void terminal.process.kill('SIGKILL'))
    await terminal.shows(options.length > 0 ? '──' : '❯')
    terminal.type('hello\r')
    await terminal.shows('Hello there.')
    await expect.poll(heard, patient).toContainEqual(['end', expect.any(String), 'finished'])
    await expect.poll(heard, patient).toContainEqual(title)
    terminal.type('/status\r')
    await terminal.shows('/status was not run: ask me later.')
    expect(await heard()).toContainEqual(['command', 'status', expect.any(String)])
  },
  60_000,
)

test('calls hooks for the API and the chats of a gateway', async () => {
  const { sandbox, telegram, heard } = await world()
  const key = 'made-up-gateway-key'
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
  onTestFinished(() => void gateway.process.kill('SIGKILL'))
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
  telegram.say({ text: 'hello' })
  await expect.poll(() => telegram.messages.map((message) => message.text), patient).toEqual(['Hello there.'])
  await expect.poll(heard, patient).toContainEqual(['end', 'telegram', 'finished'])
  telegram.say({ text: '/status' })
  await expect.poll(() => telegram.messages.at(-1)?.text, patient).toContain('ask me later.')
  expect(await heard()).toContainEqual(['command', 'status', 'chat'])

  const [url] = await gateway.prints(/http:\/\/127\.0\.0\.1:\d+(?=\/v1)/)
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'hermes-agent', messages: [{ role: 'user', content: 'hello' }] }),
  })
  expect(await answer.text()).toContain('Hello there.')
  await expect.poll(heard, patient).toContainEqual(['end', 'api_server', 'finished'])
  expect(await heard()).toContainEqual(['delta', 'api_server', 'text'])
}, 60_000)
