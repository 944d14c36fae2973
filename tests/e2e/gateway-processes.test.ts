import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import { createSandbox, main } from './hermes.js'

/** The id of a user without an account, as containers choose them. */
const withoutAccount = 54_321

const env = { API_SERVER_KEY: 'made-up-gateway-key' }

/** Opens a home that can be served, with `hermes gateway` in it. Background processes are stopped with the test. */
function openHome(more: Readonly<Record<string, string>> = {}) {
  const sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'model: { provider: offline }\n')
  const gateway = (...args: readonly string[]) => sandbox.run(['gateway', ...args], { env: { ...env, ...more } })
  onTestFinished(async () => {
    await gateway('stop')
    sandbox[Symbol.dispose]()
  })
  return { sandbox, gateway }
}

test('a restarted gateway keeps its options', async () => {
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

test.runIf(process.getuid?.() === 0)('a user without an account can run gateways', () => {
  const home = mkdtempSync(join(tmpdir(), 'hermes-without-account-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  chownSync(home, withoutAccount, withoutAccount)
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, 'gateway', 'status'], {
    uid: withoutAccount,
    gid: withoutAccount,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, HERMES_HOME: home },
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 3 })
  expect(stdout).toContain('No gateway')
})

test('the status, the doctor and the log say why a network does not receive', async () => {
  const { sandbox, gateway } = openHome()
  const doctor = async () => (await sandbox.run(['doctor'], { env })).stdout
  expect(await doctor()).toMatch(/ok +Gateway +none runs\n/)
  sandbox.writeHome('config.yaml', 'model: { provider: offline }\nplatforms: { telegram: { token: none } }\n')
  await gateway('start', '--port', '0')
  const reason = 'platforms.telegram.token: must be a token from @BotFather, like 123456:ABC.'
  const { stdout } = await gateway('status')
  expect(stdout).toMatch(new RegExp(`  telegram  failed since \\S+  ${reason}\n`))
  expect(JSON.parse((await gateway('status', '--json')).stdout).gateways).toMatchObject([
    { networks: [{ name: 'telegram', status: 'failed', reason }] },
  ])
  expect(await doctor()).toMatch(new RegExp(`warning +Gateway +telegram: ${reason}\n`))
  const lines = sandbox.readHome('logs/gateway.log').trim().split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z hermes gateway: /i)
})

test('the doctor accepts a gateway that waits for another one with the same account', async () => {
  await using network = await startFakeTelegram()
  const { sandbox, gateway } = openHome()
  const ofWork = (...args: readonly string[]) => sandbox.run(['--profile', 'work', ...args], { env })
  onTestFinished(async () => void (await ofWork('gateway', 'stop')))
  const config = `model: { provider: offline }\nplatforms: { telegram: { token: "${network.token}", api_root: "${network.apiRoot}" } }\n`
  sandbox.writeHome('config.yaml', config)
  await gateway('start', '--port', '0')
  await expect.poll(async () => (await gateway('status')).stdout, { timeout: 20_000 }).toContain('telegram  connected')
  mkdirSync(join(sandbox.home, 'profiles', 'work'), { recursive: true })
  writeFileSync(join(sandbox.home, 'profiles', 'work', 'config.yaml'), config)
  await ofWork('gateway', 'start', '--port', '0')
  await expect.poll(async () => (await ofWork('gateway', 'status')).stdout, { timeout: 20_000 }).toContain('waiting')
  expect((await ofWork('doctor')).stdout).toMatch(
    /ok +Gateway +process \d+, http:\S+; telegram: .* receives with the same credentials\. This gateway receives when that one has ended\.\n/,
  )
})

test('two starts of a gateway at the same moment start one', async () => {
  const { gateway } = openHome()
  const both = await Promise.all([gateway('start', '--port', '0'), gateway('start', '--port', '0')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const text = both.map(({ stdout }) => stdout).join('')
  const [, started] = /The gateway runs: process (\d+)/.exec(text) ?? []
  expect(text).toContain(`The gateway runs already: process ${started},`)
  expect((await gateway('list')).stdout.match(/process \d+/g)).toEqual([`process ${started}`])
})

/** Creates a `systemctl` that records its calls and reports that a unit of this user has no process. */
function fakeManager() {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-systemctl-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [program, calls] = [join(folder, 'systemctl'), join(folder, 'calls')]
  writeFileSync(program, `#!/bin/sh\necho "$@" >> ${calls}\ncase "$*" in *MainPID*) echo 0;; esac\n`)
  chmodSync(program, 0o755)
  return { path: `${folder}:${process.env.PATH}`, calls: () => readFileSync(calls, 'utf8') }
}

test.runIf(process.platform === 'linux')(
  'with a service, a gateway that it does not know makes way for it',
  async () => {
    const { path, calls } = fakeManager()
    const { gateway } = openHome({ PATH: path })
    const started = await gateway('start', '--port', '0')
    const [, pid] = /process (\d+)/.exec(started.stdout) ?? []
    await gateway('install', '--port', '0')

    expect(await gateway('start')).toMatchObject({ code: 0, stdout: expect.stringContaining(`process ${pid},`) })
    expect(calls()).not.toMatch(/ start /)
    expect(await gateway('start', '--port', '9000')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('use `hermes gateway install --port 9000`, then'),
    })
    expect((await gateway('restart')).stdout).toMatch(
      new RegExp(`^Process ${pid} has stopped\\.\nhermes-gateway-\\w+\\.service: restart done\\.\n$`),
    )
    expect(calls()).toMatch(/ restart hermes-gateway-/)
    expect((await gateway('list')).stdout).toBe('No gateway runs.\n')
  },
)
