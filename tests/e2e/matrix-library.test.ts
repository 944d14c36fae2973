import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from './hermes.js'

test('a gateway without the encryption library reports that once, and does not claim to be connected', async () => {
  const server = createServer(({ url = '' }, response) => {
    const body = url.endsWith('/whoami') ? { user_id: '@hermes:people.test', device_id: 'DEVICE' } : {}
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  const { port } = server.address() as AddressInfo
  sandbox.writeHome(
    'config.yaml',
    `model: { provider: offline }
platforms:
  matrix:
    homeserver: http://127.0.0.1:${port}
    access_token: made-up
    encryption: all_devices
`,
  )
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
  onTestFinished(() => void gateway.process.kill('SIGKILL'))
  await gateway.prints(/Encryption needs two packages/, 'stderr')
  const attempts = () => sandbox.readHome('logs/agent.log').split('matrix is not connected').length - 1
  await expect.poll(attempts, { timeout: 20_000 }).toBeGreaterThan(2)
  gateway.process.kill('SIGKILL')
  const { stderr } = await gateway.ended
  const said = stderr.split('\n').filter((line) => line.includes('matrix: '))
  expect(said).toEqual([expect.stringMatching(/not connected, tried again until it is: Encryption needs two packages/)])
})
