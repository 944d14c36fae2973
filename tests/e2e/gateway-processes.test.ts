import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from './hermes.js'

const env = { API_SERVER_KEY: 'made-up-gateway-key' }

/** A home that can be served, and `hermes gateway` in it. What runs in the background is stopped with the test. */
function openHome() {
  const sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'model: { provider: offline }\n')
  const gateway = (...args: readonly string[]) => sandbox.run(['gateway', ...args], { env })
  onTestFinished(async () => {
    await gateway('stop')
    sandbox[Symbol.dispose]()
  })
  return { sandbox, gateway }
}

test('a gateway that is restarted keeps its options', async () => {
  const { sandbox, gateway } = openHome()
  const work = join(sandbox.home, 'profiles', 'work')
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'config.yaml'), 'model: { provider: offline }\n')
  writeFileSync(join(work, '.env'), 'API_SERVER_KEY=another-made-up-gateway-key\n')
  await gateway('start', '--all', '--port', '0')
  const restarted = await gateway('restart')
  const [, port] = /The gateway runs: process \d+, http:\/\/127\.0\.0\.1:(\d+)/.exec(restarted.stdout) ?? []
  expect(port).not.toBe('8642')
  expect((await gateway('status')).stdout).toMatch(new RegExp(`default, work {2}process .*:${port} .* ready`))
})

test('two that start a gateway at the same moment start one', async () => {
  const { gateway } = openHome()
  const both = await Promise.all([gateway('start', '--port', '0'), gateway('start', '--port', '0')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const text = both.map(({ stdout }) => stdout).join('')
  const [, started] = /The gateway runs: process (\d+)/.exec(text) ?? []
  expect(text).toContain(`The gateway runs already: process ${started},`)
  expect((await gateway('list')).stdout.match(/process \d+/g)).toEqual([`process ${started}`])
})
