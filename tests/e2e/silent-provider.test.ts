import { hang, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const key = 'made-up-gateway-key'
let sandbox: Sandbox
let running: Hermes | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  running = undefined
  sandbox[Symbol.dispose]()
})

function configure(baseUrl: string): void {
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: custom, base_url: "${baseUrl}", default: fake-model }\nagent: { api_silence_notice_seconds: 0.2, api_silence_seconds: 1 }\n`,
  )
}

test.each([
  ['before it answers', hang()],
  ['in the middle of an answer', hang(text('some text'))],
])('reports a provider that falls silent %s on stderr, and ends the call', async (_, script) => {
  await using provider = await startFakeProvider({ script })
  configure(provider.baseUrl)
  const { code, stderr } = await sandbox.run(['-z', 'hello'])
  expect(stderr).toContain('The provider has sent nothing for 1 s. The call ends after 1 s of silence.')
  expect(stderr).toMatch(/sent nothing for 1 s: try again|went silent/)
  expect(code).toBe(1)
})

test('a stream of the gateway carries the notice and the error', async () => {
  await using provider = await startFakeProvider({ script: hang(text('some text')) })
  configure(provider.baseUrl)
  running = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
  const [, url = ''] = await running.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'hermes', stream: true, messages: [{ role: 'user', content: 'hello' }] }),
  })
  const stream = await response.text()
  expect(stream).toMatch(/event: hermes\.notice\ndata: .*"code":"provider-silent"/)
  expect(stream).toContain('provider_timeout')
})
