import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text, writeListener } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { ada, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox } from './hermes.js'

const patient = { timeout: 20_000, interval: 20 }

test('a gateway that is killed in a hook asks it again, and a message that it skipped stays skipped', async () => {
  const sandbox = createSandbox()
  const telegram = await startFakeTelegram()
  const provider = await startFakeProvider({ script: () => text('Hello.') })
  onTestFinished(async () => {
    await provider.close()
    await telegram[Symbol.asyncDispose]()
    sandbox[Symbol.dispose]()
  })
  const { use, heard } = await writeListener(
    sandbox.home,
    `pre_gateway_dispatch: ({ message: { text } }) => {
      note(text)
      if (process.env.HANGS === '1') return new Promise(() => undefined)
      return text === 'spam' ? { action: 'skip' } : undefined
    },`,
  )
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", default: fake-model, context_length: 100000 }
auxiliary: { title_generation: { enabled: false } }
plugins: [{ use: ${use} }]
platforms:
  telegram: { token: "${telegram.token}", api_root: ${telegram.apiRoot}, poll_seconds: 1, allow_from: [${ada.id}] }
`,
  )
  const run = async (env: Readonly<Record<string, string>> = {}) => {
    const gateway = sandbox.start(['gateway', 'run', '--port', '0'], {
      env: { API_SERVER_KEY: 'made-up-gateway-key', ...env },
    })
    onTestFinished(() => void gateway.process.kill('SIGKILL'))
    await gateway.prints(/connected as @hermes_bot/, 'stderr')
    return gateway
  }
  const hanging = await run({ HANGS: '1' })
  telegram.say({ text: 'one' })
  await expect.poll(heard, patient).toEqual(['one'])
  hanging.process.kill('SIGKILL')
  await hanging.ended

  const second = await run()
  await expect.poll(() => telegram.messages.map((each) => each.text), patient).toEqual(['Hello.'])
  const spam = telegram.say({ text: 'spam' })
  // Messages of one chat are handled one after another.
  telegram.say({ text: 'two' })
  await expect.poll(() => telegram.messages.length, patient).toBe(2)
  second.process.kill('SIGKILL')
  await second.ended

  await run()
  telegram.redeliver(spam)
  telegram.say({ text: 'three' })
  await expect.poll(() => telegram.messages.length, patient).toBe(3)
  expect(await heard()).toEqual(['one', 'one', 'spam', 'two', 'three'])
  expect(provider.requests).toHaveLength(3)
})

test('a gateway tells hooks once that it serves: a plugin and a command', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  const { use, heard } = await writeListener(sandbox.home, 'on_gateway_startup: (event) => note(event),')
  const told = join(sandbox.workspace, 'told.json')
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: offline }
plugins: [{ use: ${use} }]
shell_hooks: { on_gateway_startup: [{ command: "cat > ${told}.draft && mv ${told}.draft ${told}" }] }
terminal: { sandbox: "off" }
`,
  )
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
  onTestFinished(() => void gateway.process.kill('SIGKILL'))
  const [, url] = await gateway.prints(/(http:\S+)\/v1/)
  const event = { url, version: expect.any(String), networks: [] }
  await expect.poll(heard, patient).toMatchObject([event])
  await expect.poll(() => existsSync(told), patient).toBe(true)
  expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({ event: 'on_gateway_startup', ...event })
})
