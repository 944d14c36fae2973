import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { filterLoader } from './filter-loader.js'
import { probeSandbox } from './probe-sandbox.js'
import { createUnshare } from './unshare.js'
import { withSandbox } from './with-sandbox.js'

test('filters system calls with Perl on a supported processor', () => {
  expect(filterLoader('/usr/bin/perl', 'x64')[0]).toBe('/usr/bin/perl')
  expect(filterLoader('/usr/bin/perl', 'riscv64')).toEqual([])
  expect(filterLoader(undefined, 'x64')).toEqual([])
})

const probed = await probeSandbox({ holders: ['unshare'] })
const title = probed.status === 'available' ? 'commands held by unshare' : `skipped: ${probed.reason}`

describe.skipIf(probed.status === 'unavailable')(title, { timeout: 120_000 }, () => {
  let folder: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-unshare-')))
    mkdirSync(join(folder, 'work'))
    mkdirSync(join(folder, 'hidden with spaces'))
    writeFileSync(join(folder, 'hidden with spaces/secret'), 'SECRET')
    writeFileSync(join(folder, 'beside'), 'as it was')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => {
    const policy = {
      workspaces: [join(folder, 'work')],
      hidden: [join(folder, 'hidden with spaces')],
      network: 'none',
    } as const
    const sandbox = createUnshare({ policy, stateFolder: join(folder, 'state') })
    const local = createLocalEnvironment({ workingDirectory: join(folder, 'work'), variables: process.env, sandbox })
    return withSandbox(local, sandbox)
  }
  const run = async (environment: ReturnType<typeof open>, command: string) => {
    const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
    let text = ''
    for await (const { data } of running.output) text += Buffer.from(data).toString()
    return { text, ...(await running.exit) }
  }

  test('have the same view as with bubblewrap', async () => {
    await using environment = open()
    expect(environment.sandboxedBy).toBe('unshare (util-linux)')
    const { text } = await run(
      environment,
      'echo x > made; echo x > ../beside; ls "../hidden with spaces" ../state/stage; ls -d /proc/[0-9]* | wc -l; id -u',
    )
    expect(readFileSync(join(folder, 'work/made'), 'utf8')).toBe('x\n')
    expect(readFileSync(join(folder, 'beside'), 'utf8')).toBe('as it was')
    expect(text).not.toContain('secret')
    const [processes, user] = text.trim().split('\n').slice(-2).map(Number)
    expect(processes).toBeLessThan(10)
    expect(user).toBe(process.getuid?.())
  })

  test('have no remaining privileges, and a separate loopback interface', async () => {
    await using environment = open()
    const { text } = await run(environment, 'grep -E "CapEff|NoNewPrivs|Seccomp:" /proc/self/status; cat /proc/net/dev')
    // Root keeps access to the files of all users, as with bubblewrap.
    expect(text).toMatch(process.getuid?.() === 0 ? /CapEff:\t0+b\n/ : /CapEff:\t0+\n/)
    expect(text).toMatch(/NoNewPrivs:\t1/)
    expect(text.match(/^ *\w+:/gm)?.filter((line) => !/Cap|NoNew|Seccomp/.test(line))).toEqual([
      expect.stringContaining('lo:'),
    ])
  })

  test('end with their exit code or that of their signal', async () => {
    await using environment = open()
    expect(await run(environment, 'exit 7')).toMatchObject({ code: 7 })
    expect(await run(environment, 'kill -TERM $$')).toMatchObject({ code: 143 })
  })

  test('do not run when a mount is not at its place', () => {
    // Runs the script directly, with a mount whose path leads through a link.
    createUnshare({ policy: { workspaces: [], network: 'none' }, stateFolder: join(folder, 'state') })
    symlinkSync(join(folder, 'hidden with spaces'), join(folder, 'work/link'))
    const namespaces = ['--unshare-pid', ...(process.getuid?.() === 0 ? [] : ['--unshare-user'])]
    const view = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', join(folder, 'work/link')]
    const args = [...namespaces, ...view, '--', '/bin/echo', 'it runs']
    const { stdout, stderr, status } = spawnSync(join(folder, 'state/hold'), args, { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toContain('a link has come in the way of')
  })
})
