import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ada, type FakeTelegram, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { pythonDefaults } from '../../packages/runtime/testing/python-defaults.js'
import { createSandbox, type Sandbox } from './hermes.js'

let sandbox: Sandbox
let provider: FakeProvider
let telegram: FakeTelegram

/** All settings of the Hermes Agent in Python, and what its users and its setup write into them. */
beforeEach(async () => {
  sandbox = createSandbox()
  provider = await startFakeProvider({ script: () => text('Hello from the model.') })
  telegram = await startFakeTelegram()
  const defaults = await pythonDefaults()
  const own = defaults
    .replace(
      'model: ""',
      `model: { default: fake-model, provider: custom, base_url: "${provider.baseUrl}", api_key: k }`,
    )
    .replace(
      'toolsets: [hermes-cli]',
      'toolsets: [hermes-cli, browser]\nplatform_toolsets: { cli: [hermes-cli, kanban] }',
    )
    .replace('mode: smart', 'mode: manual')
  sandbox.writeHome(
    'config.yaml',
    `${own}platforms:
  api_server: { enabled: true, extra: { port: 0, key: a-key-of-that-program, cors_origins: "*" } }
  telegram: { reply_to_mode: first, extra: { base_url: "${telegram.apiRoot}/bot" } }
  discord: { enabled: true }
`,
  )
  sandbox.writeHome('.env', `TELEGRAM_BOT_TOKEN=${telegram.token}\nTELEGRAM_ALLOWED_USERS=${ada.id}\n`)
  chmodSync(join(sandbox.home, '.env'), 0o600)
})
afterEach(async () => {
  await provider.close()
  await telegram[Symbol.asyncDispose]()
  sandbox[Symbol.dispose]()
})

function startGateway() {
  const gateway = sandbox.start(['gateway', 'run'])
  onTestFinished(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
  })
  return gateway
}

test('a home of the Hermes Agent in Python answers before and after it is migrated', async () => {
  const before = await sandbox.run(['-z', 'Hi'])
  expect(before).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello from the model.') })
  expect(before.stderr).toMatch(
    /is written for the Hermes Agent in Python\.[^\n]*\nhermes: Try: hermes config migrate\n/,
  )
  const check = await sandbox.run(['config', 'check'])
  expect(check.stdout).toContain('TELEGRAM_BOT_TOKEN is set, but Telegram is not connected')
  expect((await sandbox.run(['doctor'])).stdout).toContain('Telegram is not connected')

  const dry = await sandbox.run(['config', 'migrate', '--dry-run'])
  const migrated = await sandbox.run(['config', 'migrate'])
  expect(migrated).toMatchObject({ code: 0, stdout: dry.stdout })
  expect(migrated.stdout).toMatch(/^move {3}platforms\.api_server\.extra\.port to gateway\.api_server\.port$/m)
  expect(migrated.stdout).toMatch(/^remove platforms\.discord: There is no such chat network here/m)
  expect(migrated.stdout).toMatch(/^remove .*platforms\.api_server\.extra\.cors_origins: Here, `\*` is no web page/m)
  expect(migrated.stdout).toMatch(/^set {4}platform_toolsets\.cli to hermes-cli$/m)
  expect(sandbox.readHome('config.yaml')).not.toContain(telegram.token)

  const after = await sandbox.run(['-z', 'Hi'])
  expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello from the model.'), stderr: '' })
  expect(await sandbox.run(['config', 'check'])).toMatchObject({ code: 0, stdout: expect.stringContaining('is fine') })
  expect((await sandbox.run(['config', 'migrate'])).stderr).toBe('There is nothing to migrate.\n')
  expect(await sandbox.run(['status'])).toMatchObject({ code: 0 })

  const gateway = startGateway()
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
  telegram.say({ text: 'Hi' })
  await expect.poll(() => telegram.messages.map((message) => message.text)).toContain('Hello from the model.')
}, 60_000)

test('a gateway says what it does not connect to, and the migration says what a running one does', async () => {
  sandbox.writeHome('config.yaml', sandbox.readHome('config.yaml').replace(/^ {2}telegram: .*$/m, ''))
  sandbox.writeHome('.env', `TELEGRAM_BOT_TOKEN=${telegram.token}\nTELEGRAM_API_ROOT=${telegram.apiRoot}\n`)
  const gateway = startGateway()
  await gateway.prints(
    /TELEGRAM_BOT_TOKEN is set, but Telegram is not connected.* Try: hermes config migrate/,
    'stderr',
  )
  await gateway.prints(/Hermes gateway: http/)
  const migrated = await sandbox.run(['config', 'migrate'])
  expect(migrated.stderr).toMatch(/Restart the gateway \(process \d+\) to apply platforms: hermes gateway restart/)
  gateway.process.kill('SIGTERM')
  await gateway.ended

  const again = startGateway()
  await again.prints(/connected as @hermes_bot/, 'stderr')
  sandbox.writeHome('config.yaml', `${sandbox.readHome('config.yaml')}smart_model_routing: { enabled: true }\n`)
  expect((await sandbox.run(['config', 'migrate'])).stderr).toMatch(/Nothing changes for the gateway that runs/)
}, 60_000)

test('a gateway whose network lacks its token connects it after the migration', async () => {
  const gateway = startGateway()
  await gateway.prints(/TELEGRAM_BOT_TOKEN is set, but Telegram is not connected/, 'stderr')
  await gateway.prints(/Hermes gateway: http/)
  const migrated = await sandbox.run(['config', 'migrate'])
  expect(migrated.stderr).toMatch(/The gateway that runs \(process \d+\) applies it within seconds\./)
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
}, 60_000)

test('names what keeps it from starting, even when there is nothing left to migrate', async () => {
  sandbox.writeHome('config.yaml', 'agent: { max_turns: none, verbose: true }\nterminal: { backend: modal }\n')
  const start = await sandbox.run(['-z', 'Hi'])
  expect(start.stderr).toMatch(/terminal\.backend is "modal".*\nTry: hermes config migrate/)
  for (const lines of [/remove agent\.verbose/, /^$/]) {
    const migrated = await sandbox.run(['config', 'migrate'])
    expect(migrated.code).toBe(1)
    expect(migrated.stdout).toMatch(lines)
    expect(migrated.stderr).toMatch(/error: terminal\.backend is "modal"/)
    expect(migrated.stderr).not.toContain('nothing to migrate')
  }
})
