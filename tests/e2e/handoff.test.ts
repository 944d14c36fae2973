import { startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { ada, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox, main } from './hermes.js'
import { openTerminal } from './terminal.js'

const patient = { timeout: 20_000, interval: 20 }

test('a session of the terminal continues in a chat', { timeout: 60_000 }, async () => {
  using sandbox = createSandbox()
  await using telegram = await startFakeTelegram()
  await using provider = await startFakeProvider({
    script: (body) => text(JSON.stringify(body.messages).includes('teapot') ? 'I know the teapot.' : 'Hello.'),
  })
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${provider.baseUrl}", api_key: test-key, default: fake-model, context_length: 100000 }
auxiliary: { title_generation: { enabled: false } }
display: { status_bar: { fields: [model, prompt_elapsed] } }
platforms:
  telegram: { token: "${telegram.token}", api_root: "${telegram.apiRoot}", poll_seconds: 1, owners: [${ada.id}], home_chat: "${ada.id}" }
`,
  )
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
  const terminal = openTerminal(sandbox, [process.execPath, main, 'chat'])
  try {
    await terminal.shows('fake-model')
    terminal.type('remember the teapot\r')
    await terminal.shows('I know the teapot.')
    // The answer is shown before its turn has ended, and an ended turn shows its duration after the model.
    await expect.poll(() => terminal.screen().trimEnd(), patient).toMatch(/fake-model$/)
    terminal.type('/handoff telegram\r')
    await terminal.shows('The conversation continues in telegram: write there.')
    const told =
      'A session of the terminal continues here: write to continue it. Its latest answer:\n\nI know the teapot.'
    const shown = () => telegram.messages.map((message) => message.text)
    await expect.poll(shown, patient).toEqual([told])
    telegram.say({ text: 'what do you know?' })
    await expect.poll(shown, patient).toEqual([told, 'I know the teapot.'])
    terminal.type('and here?\r')
    await terminal.shows('Hello.')
  } finally {
    terminal.process.kill()
    gateway.process.kill()
    await Promise.all([terminal.exit, gateway.ended])
  }
})
