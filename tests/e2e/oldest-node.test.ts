import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { ada, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { oldestNode } from '../setup/oldest-node.js'
import { createSandbox, main } from './hermes.js'
import { openTerminal } from './terminal.js'

const node = oldestNode ?? ''

/** Opens a home with a long-term memory, whose model gives these answers. */
async function openHome(script: Parameters<typeof startFakeProvider>[0]['script'], more = '') {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: ${provider.baseUrl}, default: fake-model }\nmemory: { provider: local }\nauxiliary: { title_generation: { enabled: false } }\n${more}`,
  )
  return { sandbox, provider }
}

/** Skipped unless `.ci/install-oldest-node` was run. */
const onOldestNode = test.skipIf(oldestNode === undefined)

onOldestNode('answers with tools and memory, and says nothing of its own on stderr', async () => {
  const { sandbox } = await openHome([call('read_file', { path: 'a.txt' }), text('It says hello.')])
  sandbox.write('a.txt', 'hello')
  const { code, stdout, stderr } = await sandbox.run(['-z', 'What does a.txt say?'], { node })
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'It says hello.\n', stderr: '' })
})

onOldestNode('serves chat networks', async () => {
  await using telegram = await startFakeTelegram()
  const settings = `{ token: "${telegram.token}", api_root: ${telegram.apiRoot}, allow_from: [${ada.id}], poll_seconds: 1 }`
  const { sandbox } = await openHome([text('Tea.')], `platforms: { telegram: ${settings} }\n`)
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], {
    node,
    env: { API_SERVER_KEY: 'made-up-gateway-key' },
  })
  onTestFinished(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
  })
  await gateway.prints(/connected as @hermes_bot/, 'stderr')
  telegram.say({ text: 'What do we drink?' })
  await expect.poll(() => telegram.messages.map((message) => message.text), { timeout: 20_000 }).toEqual(['Tea.'])
})

onOldestNode('shows the full screen', async () => {
  const { sandbox } = await openHome([text('Good **evening**.')])
  const terminal = openTerminal(sandbox, [node, main, '--tui'])
  await terminal.shows('fake-model')
  terminal.type('hello\r')
  await expect.poll(terminal.screen, { timeout: 15_000 }).toContain('Good evening.')
  terminal.type('\u0004')
  expect(await terminal.exit).toBe(0)
})
