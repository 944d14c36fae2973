import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { runGateway } from '../program/run-gateway.js'
import { openManagerNotes, withoutManager } from './notify/notify-manager.js'
import { homeAddress } from './running/home-address.js'
import { announceGateway, listGateways, machineFolder } from './running/running-gateways.js'
import { stopGateway } from './running/stop-gateway.js'
import { writeStatus } from './show-gateways.js'

/** Creates a user whose `systemctl` records its calls, and fails where the file `refuse` is. */
function user() {
  const folder = temporaryHome()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const systemctl = join(bin, 'systemctl')
  writeFileSync(
    systemctl,
    `#!/bin/sh\necho "$@" >> ${folder}/calls\nif [ -e ${folder}/refuse ]; then echo no bus; exit 1; fi\n`,
  )
  chmodSync(systemctl, 0o755)
  const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}` }
  const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').split('\n') : [])
  return { folder, env, calls, unit: join(folder, '.config/systemd/user/hermes-gateway.service') }
}

async function gateway(args: readonly string[], env: Readonly<Record<string, string>>) {
  const texts = { out: '', err: '' }
  const into = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        texts[name] += chunk
        done()
      },
    })
  const io = {
    stdout: into('out'),
    stderr: into('err'),
    env,
    workingDirectory: '/',
    program: ['/opt/node', '/opt/hermes'],
  }
  return { code: await runGateway(args, io), ...texts }
}

describe.runIf(process.platform === 'linux')('hermes gateway install', () => {
  test('writes a unit once and shows changes, and uninstall removes it', async () => {
    const { env, calls, unit } = user()
    const dry = await gateway(['install', '--dry-run'], env)
    expect(dry.out).toContain('ExecStart="/opt/node" "/opt/hermes" "run"')
    expect(existsSync(unit)).toBe(false)
    expect((await gateway(['install'], env)).out).toContain(`Wrote ${unit}`)
    expect((await gateway(['install'], env)).out).toContain('is up to date')
    expect((await gateway(['install', '--port', '9000'], env)).out).toContain(
      '+ ExecStart="/opt/node" "/opt/hermes" "run" "--port" "9000"',
    )
    expect((await gateway(['restart'], env)).code).toBe(0)
    expect(calls().filter((call) => call.includes('restart'))).toEqual(['--user restart hermes-gateway.service'])
    await gateway(['uninstall'], env)
    expect(calls()).toContain('--user disable --now hermes-gateway.service')
    expect(existsSync(unit)).toBe(false)
    expect((await gateway(['uninstall'], env)).out).toContain('No service is installed')
  })

  test('the watchdog interval is that of the settings', async () => {
    const { folder, env, unit } = user()
    await gateway(['install'], env)
    expect(readFileSync(unit, 'utf8')).toContain('\nType=notify\n')
    expect(readFileSync(unit, 'utf8')).toContain('\nWatchdogSec=90\n')
    const settings = join(folder, '.hermes/config.yaml')
    mkdirSync(join(folder, '.hermes'), { recursive: true })
    writeFileSync(settings, 'gateway: { systemd_watchdog_seconds: 15 }\n')
    expect((await gateway(['install'], env)).out).toContain('+ WatchdogSec=15\n')
    writeFileSync(settings, 'gateway: { systemd_watchdog_seconds: 0 }\n')
    await gateway(['install'], env)
    expect(readFileSync(unit, 'utf8')).not.toContain('WatchdogSec')
    writeFileSync(settings, 'gateway: { systemd_watchdog_seconds: soon }\n')
    expect((await gateway(['install'], env)).code).toBe(78)
    expect((await gateway(['stop'], env)).code).toBe(0)
  })

  test('the manager waits for turns that may continue', async () => {
    const { folder, env, unit } = user()
    await gateway(['install'], env)
    expect(readFileSync(unit, 'utf8')).toContain('\nTimeoutStopSec=15\n')
    mkdirSync(join(folder, '.hermes'), { recursive: true })
    writeFileSync(join(folder, '.hermes/config.yaml'), 'agent: { restart_drain_timeout: 90.5 }\n')
    await gateway(['install'], env)
    expect(readFileSync(unit, 'utf8')).toContain('\nTimeoutStopSec=102\n')
  })

  test('leaves nothing if the manager refuses, and reports its message', async () => {
    const { folder, env, unit } = user()
    writeFileSync(join(folder, 'refuse'), '')
    const { code, err } = await gateway(['install'], env)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('no bus') })
    expect(existsSync(unit)).toBe(false)
  })

  test.each([
    ['it is not installed', '', /`systemctl` was not found\. .*`hermes gateway start`/],
    ['it is not running', 'System has not been booted with systemd as init system (PID 1).', /`hermes gateway start`/],
    ['the user has not logged in', 'Failed to connect to bus: No medium found', /log in as the user.* --system`/],
    ['the user has not logged in', 'Failed to connect to user scope bus via local transport', /log in as the user/],
  ])('says what to do if %s: %s', async (_, said, advice) => {
    const { folder, env, unit } = user()
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    if (said) writeFileSync(join(programs, 'systemctl'), `#!/bin/sh\necho '${said}'\nexit 1\n`, { mode: 0o755 })
    const { code, err } = await gateway(['install'], { ...env, PATH: programs })
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(advice) })
    expect(existsSync(unit)).toBe(false)
  })

  test('a system service needs an account with a home folder', async () => {
    const { folder, env } = user()
    const shell = join(folder, 'bin/sh')
    writeFileSync(shell, `#!/bin/bash\nHOME=${folder}/\${2##*~}\nprintf %s "$HOME"\n`)
    chmodSync(shell, 0o755)
    mkdirSync(join(folder, 'john.doe'))
    const dry = ['install', '--dry-run', '--run-as']
    expect(await gateway([...dry, 'john.doe'], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^User=john\.doe\nWorkingDirectory=.*\/john\.doe$/m),
    })
    const { code, err } = await gateway([...dry, 'daemon'], env)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`create ${folder}/daemon, or`) })
  })

  test('a profile and another home have separate services', async () => {
    const { folder, env } = user()
    mkdirSync(join(folder, '.hermes/profiles/work'), { recursive: true })
    await gateway(['install', '--profile', 'work'], env)
    await gateway(['install'], { ...env, HERMES_HOME: join(folder, 'other') })
    const names = readdirSync(join(folder, '.config/systemd/user')).sort()
    expect(names).toEqual([
      expect.stringMatching(/^hermes-gateway-[0-9a-f]{8}\.service$/),
      'hermes-gateway-work.service',
    ])
  })

  test.each(['start', 'stop', 'restart', 'install', 'uninstall'])(
    '%s is refused to a command of the agent',
    async (name) => {
      const { env, calls } = user()
      const { code, err } = await gateway([name], { ...env, HERMES_PROCESS_ID: '1-2-3.x.1' })
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('A command of the agent cannot') })
      expect(calls()).toEqual([])
    },
  )
})

test('the address of a home is that of the gateway which serves it', async () => {
  const env = { HOME: temporaryHome() }
  const others = [{ profile: 'work', home: '/home/profiles/work' }]
  const about = { home: '/home', profile: 'default', others, url: 'http://127.0.0.1:1', version: '1' }
  expect(await homeAddress('/home', env)).toBeUndefined()
  await using _known = await announceGateway(about, env)
  expect(await homeAddress('/home', env)).toBe('http://127.0.0.1:1')
  expect(await homeAddress('/home/profiles/work', env)).toBe('http://127.0.0.1:1/p/work')
  expect(await homeAddress('/elsewhere', env)).toBeUndefined()
})

test('a gateway is listed while it runs, and another process with its id is never ended', async () => {
  const env = { HOME: temporaryHome() }
  const about = { home: '/home', profile: 'default', url: 'http://127.0.0.1:1', version: '1' }
  await using known = await announceGateway(about, env)
  const [own] = await listGateways(env)
  expect(own).toMatchObject({ ...about, pid: process.pid })
  const child = spawn('sleep', ['60'])
  const killed = once(child, 'exit')
  const stale = { ...about, pid: child.pid ?? 0, mark: own?.mark ?? '', startedAt: '' }
  const file = join(machineFolder(env) ?? '', 'gateways', `${child.pid}.json`)
  writeFileSync(file, JSON.stringify(stale))
  expect(await listGateways(env)).toEqual([own])
  expect(existsSync(file)).toBe(false)
  await stopGateway(stale, env)
  expect(child.exitCode ?? child.signalCode).toBe(null)
  child.kill()
  await killed
  await known[Symbol.asyncDispose]()
  expect(await listGateways(env)).toEqual([])
})

test('the status shows the networks of a gateway as they change', async () => {
  const env = { HOME: temporaryHome() }
  const about = { home: '/home', profile: 'default', url: 'http://127.0.0.1:1', version: '1' }
  const net = { profile: 'default', name: 'net', status: 'connected', since: '2026-01-01', needsAttention: false }
  let networks: (typeof net & { reason?: string })[] = [net]
  await using _known = await announceGateway({ ...about, networks: () => networks }, env)
  const status = async () => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const running = await listGateways(env)
    await writeStatus({ running, home: '/home', service: undefined }, { env, print, json: false })
    return lines.slice(2)
  }
  expect(await status()).toEqual(['  net  connected since 2026-01-01'])
  networks = [
    { ...net, status: 'lost', needsAttention: true, reason: 'The host is not known.' },
    { ...net, profile: 'work', name: 'other' },
  ]
  const shown = [
    '  net  lost since 2026-01-01  needs attention  The host is not known.',
    '  work/other  connected since 2026-01-01',
  ]
  await expect.poll(status, { timeout: 20_000 }).toEqual(shown)
}, 30_000)

test('a gateway that cannot be announced still serves, and is announced once that is possible', async () => {
  const env = { HOME: temporaryHome() }
  const about = { home: '/home', profile: 'default', url: 'http://127.0.0.1:1', version: '1' }
  writeFileSync(join(env.HOME, '.local'), 'in the way of the folder')
  const failures: unknown[] = []
  await using _known = await announceGateway(about, env, (error) => void failures.push(error))
  expect(failures).toMatchObject([{ code: 'ENOTDIR' }])
  rmSync(join(env.HOME, '.local'))
  await expect.poll(() => listGateways(env), { timeout: 20_000 }).toMatchObject([about])
})

test('a gateway that announces itself is not mistaken for a dead one', async () => {
  const env = { HOME: temporaryHome() }
  const about = { home: '/home', profile: 'default', url: 'http://127.0.0.1:1', version: '1' }
  for (let round = 0; round < 100; round++) {
    const done = new AbortController()
    const looking = Promise.all(
      [1, 2].map(async () => {
        while (!done.signal.aborted) await listGateways(env)
      }),
    )
    await using _known = await announceGateway(about, env)
    done.abort()
    await looking
    expect(await listGateways(env)).toHaveLength(1)
  }
})

const canReceive = ['systemd-notify', 'python3'].every((program) => spawnSync(program, ['--version']).status === 0)

test.runIf(canReceive)(
  'systemd is notified when the gateway is ready, at each half of the watchdog interval, and when it stops',
  async () => {
    const path = join(temporaryHome(), 'notify')
    const script = `import socket\ns = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)\ns.bind("${path}")\nprint("bound", flush=True)\nwhile True: print(s.recv(4096).decode(), flush=True)`
    const receiver = spawn('python3', ['-c', script])
    let heard = ''
    receiver.stdout.on('data', (data) => {
      heard += data
    })
    await expect.poll(() => heard).toContain('bound')
    const env = { PATH: process.env.PATH, NOTIFY_SOCKET: path, WATCHDOG_USEC: '100000', WATCHDOG_PID: `${process.pid}` }
    const troubles: string[] = []
    using notes = openManagerNotes(env, (reason) => troubles.push(reason))
    await notes.ready('http://127.0.0.1:8642')
    await expect.poll(() => heard).toContain('WATCHDOG=1')
    await notes.stopping()
    await expect.poll(() => heard).toContain('STOPPING=1')
    expect(heard).toMatch(/READY=1\nSTATUS=http:\/\/127\.0\.0\.1:8642/)
    expect(troubles).toEqual([])
    expect(withoutManager(env)).toEqual({ PATH: process.env.PATH })
    receiver.kill()
  },
)
