import { call, type FakeProvider, hang, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada, type FakeTelegram, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const patient = { timeout: 30_000, interval: 20 }
let sandbox: Sandbox
let telegram: FakeTelegram
let provider: FakeProvider
let gateway: Hermes
/** Whether the model answers when it is woken. */
let answers: boolean

const messagesOf = (body: unknown): readonly { readonly role: string; readonly content: unknown }[] =>
  Object(body).messages
const wholeOf = (body: unknown) => JSON.stringify(messagesOf(body))
const isWoken = (body: unknown) => String(messagesOf(body).at(-1)?.content).startsWith('[Not from the user: your back')

beforeEach(async () => {
  sandbox = createSandbox()
  telegram = await startFakeTelegram()
  answers = true
  const command = 'echo begun; until [ -e go ]; do sleep 0.05; done; echo built'
  provider = await startFakeProvider({
    script(body) {
      if (isWoken(body)) return answers ? text('I go on.') : hang()
      const last = messagesOf(body).at(-1)
      if (last?.role === 'tool') return text('It runs.')
      return last?.content === 'build it' ? call('terminal', { command, background: true }) : text('Hello.')
    },
  })
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: fake-model, context_length: 100000 }
auxiliary: { title_generation: { enabled: false } }
approvals: { mode: off }
terminal: { sandbox: off }
display: { background_process_notifications: concise }
platforms:
  telegram:
    token: "${telegram.token}"
    api_root: ${telegram.apiRoot}
    poll_seconds: 1
    tool_progress: off
    allow_from: [${ada.id}]
`,
  )
  await run()
  telegram.say({ text: 'build it' })
  await expect.poll(said, patient).toEqual(['It runs.'])
  await untilNoted()
})
afterEach(async () => {
  await kill()
  await provider.close()
  await telegram[Symbol.asyncDispose]()
  sandbox[Symbol.dispose]()
})

async function run(): Promise<void> {
  gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
}

/** Waits until everything is recorded. If the gateway is killed before that, it sends its messages again. */
async function untilNoted(): Promise<void> {
  await expect.poll(async () => (await sandbox.run(['gateway', 'deliveries'])).stdout, patient).toBe('')
}

async function kill(): Promise<void> {
  gateway.process.kill('SIGKILL')
  await gateway.ended
}

const shown = () => telegram.messages.map((message) => message.text)
const notices = () => shown().filter((line) => /^(✅|⚠️)/.test(line))
const said = () => shown().filter((line) => !/^(✅|⚠️)/.test(line))
const woken = () => provider.requests.filter(({ body }) => isWoken(body)).length

/** Expects news once, even after another start. */
async function expectOnce(news: RegExp): Promise<void> {
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.'])
  await untilNoted()
  await kill()
  await run()
  telegram.say({ text: 'hello' })
  await expect.poll(said, patient).toEqual(['It runs.', 'I go on.', 'Hello.'])
  const whole = wholeOf(provider.requests.at(-1)?.body)
  expect(whole.match(/Not from the user/g)).toHaveLength(1)
  expect(whole).toMatch(news)
}

test('a turn that a command started is continued after a kill, and answered once', async () => {
  answers = false
  sandbox.write('go', '')
  await expect.poll(woken, patient).toBe(1)
  await expect.poll(notices, patient).toHaveLength(1)
  await untilNoted()
  await kill()
  answers = true
  await run()
  await expectOnce(/exit_code\\":0/)
  expect([woken(), notices().length]).toEqual([2, 1])
}, 120_000)

test('a command that has ended when the gateway is killed wakes the next one, with its exit code', async () => {
  sandbox.write('go', '')
  // The turn starts half a second after that.
  await expect.poll(notices, { ...patient, interval: 5 }).toHaveLength(1)
  await kill()
  await run()
  await expectOnce(/exit_code\\":0/)
  expect(woken()).toBeLessThanOrEqual(2)
}, 120_000)

test('a command that ended with the gateway wakes the next one, too', async () => {
  await kill()
  await run()
  await expectOnce(/ended together with the program/)
  expect([woken(), notices().length]).toEqual([1, 1])
}, 120_000)
