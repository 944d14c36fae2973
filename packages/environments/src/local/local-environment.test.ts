import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Environment, EnvironmentError } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startAgent } from '../../testing/agent-process.js'
import type { CommandWrapper, WrappableCommand } from './command-wrapper.js'
import { createLocalEnvironment, type LocalEnvironmentOptions } from './local-environment.js'

let workingDirectory: string
let environment: Environment

beforeEach(async () => {
  workingDirectory = await mkdtemp(join(tmpdir(), 'hermes-local-'))
  environment = create()
})

afterEach(async () => {
  await environment[Symbol.asyncDispose]()
  await rm(workingDirectory, { recursive: true, force: true })
})

function create(options: Partial<LocalEnvironmentOptions> = {}): Environment {
  return createLocalEnvironment({ workingDirectory, variables: process.env, killGraceMs: 300, ...options })
}

function start(command: string, signal = new AbortController().signal, source = environment) {
  return source.spawn({ command }, { signal })
}

async function outputOf(command: string, source = environment): Promise<string> {
  let text = ''
  for await (const { data } of (await start(command, undefined, source)).output) text += Buffer.from(data).toString()
  return text
}

/** Reads `count` lines and drops the rest. */
async function firstLines(process: EnvironmentProcess, count: number): Promise<string[]> {
  let text = ''
  for await (const { data } of process.output) {
    text += Buffer.from(data).toString()
    if (text.split('\n').length > count) break
  }
  return text.split('\n').slice(0, count)
}

/** Returns whether a process is running. A zombie does not count. */
async function isRunning(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  return stat !== undefined && !stat.includes(') Z ')
}

describe.runIf(process.platform === 'linux')('processes that leave their group', () => {
  const escape_ = [
    'setsid sleep 81 & echo $!',
    '(setsid sh -c \'trap "" TERM; echo $$; sleep 82; sleep 82\' &)',
    'setsid sh -c "(sleep 83 & echo \\$!) & (setsid sleep 84 & echo \\$!)" &',
  ].join('\n')

  test('end after an abort', async () => {
    const controller = new AbortController()
    const process_ = await start(`${escape_}\nsleep 85`, controller.signal)
    const pids = await firstLines(process_, 4)
    controller.abort()
    await process_.exit
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false, false])
  })

  test('end after disposal, even long after their command has ended', async () => {
    const process_ = await start(escape_)
    const pids = await firstLines(process_, 4)
    await process_.exit
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true, true])
    await environment[Symbol.asyncDispose]()
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false, false])
  })

  test('of another environment keep running', async () => {
    const [pid = ''] = await firstLines(await start('setsid sleep 86 & echo $!'), 1)
    await create()[Symbol.asyncDispose]()
    expect(await isRunning(pid)).toBe(true)
  })
})

describe('output', () => {
  test('of an endless process does not accumulate before a slow reader', async () => {
    const process_ = await start('yes')
    const before = process.memoryUsage.rss()
    let chunks = 0
    for await (const { data } of process_.output) {
      expect(data.length).toBeLessThanOrEqual(2 ** 17)
      await delay(5)
      chunks += 1
      if (chunks === 50) break
    }
    process_.kill()
    await process_.exit
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 2 ** 20)
  })

  test('of an endless background process is dropped shortly after the command has ended', async () => {
    const process_ = await start('echo first; yes & echo $!')
    let bytes = 0
    for await (const { data } of process_.output) bytes += data.length
    expect(await process_.exit).toEqual({ code: 0 })
    expect(bytes).toBeLessThan(4 * 2 ** 20)
  })

  test('that is never read does not delay the exit', async () => {
    const process_ = await start('echo unread; exit 4')
    expect(await process_.exit).toEqual({ code: 4 })
  })
})

describe('variables', () => {
  test("removes the agent's credentials unless they are passed through", async () => {
    const variables = { ...process.env, SOME_API_KEY: 'sk-canary', GH_TOKEN: 'ghp-canary' }
    await using scrubbed = create({ variables, passThrough: ['GH_TOKEN'] })
    const output = await outputOf('env', scrubbed)
    expect(output).not.toContain('sk-canary')
    expect(output).toContain('GH_TOKEN=ghp-canary')
  })

  test('tell a command that it runs unattended', async () => {
    const output = await outputOf(
      'echo "$AI_AGENT $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT"; tty; : < /dev/tty || echo none',
    )
    expect(output).toContain('hermes cat cat 0\n')
    expect(output).toContain('not a tty')
    expect(output).toContain('none')
  })
})

test("a command with input does not run the user's .bashrc", async () => {
  await writeFile(join(workingDirectory, '.bashrc'), 'echo from .bashrc\n')
  await using source = create({ variables: { PATH: process.env.PATH, HOME: workingDirectory } })
  const started = await source.spawn({ command: 'cat', stdin: 'asked\n' }, { signal: new AbortController().signal })
  expect(await firstLines(started, 1)).toEqual(['asked'])
})

describe('a terminal', () => {
  const terminal = { columns: 90, rows: 20 }

  test('disables pagers but not prompts', async () => {
    await using plain = create({ variables: { PATH: process.env.PATH, COLUMNS: '7' } })
    const command =
      'echo "$AI_AGENT $PAGER $TERM $COLUMNS $LINES"; env | grep -cE "^(GIT_TERMINAL_PROMPT|DEBIAN_FRONTEND)="'
    const running = await plain.spawn({ command, terminal }, new AbortController())
    expect(await firstLines(running, 2)).toEqual(['hermes cat xterm-256color 90 20\r', '0\r'])
  })

  test('rejects a command with a NUL character', async () => {
    const attempt = environment.spawn({ command: 'touch started\0; true', terminal }, new AbortController())
    await expect(attempt).rejects.toMatchObject({ code: 'environment/unavailable' })
    expect(await readdir(workingDirectory)).toEqual([])
  })

  test('releases its descriptors when it is closed', async () => {
    const count = async () => (await readdir('/dev/fd')).length
    await outputOf('true')
    const before = await count()
    for (let index = 0; index < 5; index += 1) {
      const running = await environment.spawn({ command: 'echo done', terminal }, new AbortController())
      await firstLines(running, 1)
      await running.exit
    }
    await expect.poll(count).toBeLessThanOrEqual(before)
  })

  test('is rejected when the package is missing, while other commands work', async () => {
    await using agent = await startAgent(`
      import { registerHooks } from 'node:module'
      registerHooks({
        resolve(specifier, context, next) {
          if (specifier === '@lydell/node-pty') throw new Error('There is no such package.')
          return next(specifier, context)
        },
      })
      const terminal = { columns: 80, rows: 24 }
      const refusal = await spawn({ command: 'true', terminal }).catch((error) => error)
      console.log(JSON.stringify({ code: refusal.code, message: refusal.message, cause: refusal.cause.message }))
      console.log((await (await spawn({ command: 'exit 3' })).exit).code)`)
    expect(JSON.parse(await agent.line())).toEqual({
      code: 'environment/unavailable',
      message: expect.stringContaining('@lydell/node-pty'),
      cause: 'There is no such package.',
    })
    expect(await agent.line()).toBe('3')
  })
})

describe('a sandbox', () => {
  const held = (sandbox: CommandWrapper) => create({ sandbox })
  const withVariable: CommandWrapper = {
    wrap: async ({ argv, variables }) => ({ argv: ['/usr/bin/env', 'HELD=yes', ...argv], variables }),
  }

  test('wraps every command: short, long, with input and in a terminal', async () => {
    await using sandboxed = held(withVariable)
    expect(sandboxed.isolation).toBe('sandbox')
    expect(environment.isolation).toBe('none')
    const command = 'echo "$HELD $(cat)"'
    const long = `: ${'x'.repeat(300_000)}; ${command}`
    const terminal = { columns: 80, rows: 24 }
    for (const request of [{ command }, { command: long }]) {
      const piped = await sandboxed.spawn({ ...request, stdin: 'typed' }, new AbortController())
      expect(await firstLines(piped, 1)).toEqual(['yes typed'])
      const onTerminal = await sandboxed.spawn({ ...request, terminal }, new AbortController())
      onTerminal.endInput?.()
      expect(await firstLines(onTerminal, 1)).toEqual(['yes \r'])
    }
  })

  test('receives the command line, folder and variables', async () => {
    const seen: WrappableCommand[] = []
    await using sandboxed = held({
      async wrap(command) {
        seen.push(command)
        return command
      },
    })
    const request = { command: 'true', variables: { GREETING: 'hello' } }
    await (await sandboxed.spawn(request, new AbortController())).exit
    expect(seen).toMatchObject([{ workingDirectory, variables: { GREETING: 'hello', PWD: workingDirectory } }])
    expect(seen[0]?.argv.at(-1)).toContain('true')
  })

  test('that fails prevents the command from running', async () => {
    const refusal = new EnvironmentError('There is no sandbox on this machine.')
    await using sandboxed = held({ wrap: () => Promise.reject(refusal) })
    await expect(start('touch started', undefined, sandboxed)).rejects.toBe(refusal)
    expect(await readdir(workingDirectory)).toEqual([])
  })
})

describe('files', () => {
  test('resolves ~ to the home from the given variables', async () => {
    await using homely = create({ variables: { ...process.env, HOME: workingDirectory } })
    await homely.files.write('~/a.txt', Buffer.from('hi'))
    expect(await readFile(join(workingDirectory, 'a.txt'), 'utf8')).toBe('hi')
    expect(await homely.files.resolve('~')).toBe(await environment.files.resolve('.'))
  })

  test('does not replace a write-protected file', async () => {
    await writeFile(join(workingDirectory, 'a'), 'old')
    await chmod(join(workingDirectory, 'a'), 0o444)
    await chmod(workingDirectory, 0o777)
    // Permissions do not apply to root.
    const script = `
      import { createFileSystem } from ${JSON.stringify(new URL('./file-system.ts', import.meta.url).href)}
      if (process.getuid() === 0) process.setuid(65534)
      const files = createFileSystem({ workingDirectory: input, home: '/' })
      await files.write('a', Buffer.from('new')).catch((error) => console.log(error.code))
      await files.write('b', Buffer.from('new'))`
    await using agent = await startAgent(script, workingDirectory)
    expect(await agent.end).toEqual({ stdout: 'EACCES', code: 0 })
    expect(await readFile(join(workingDirectory, 'a'), 'utf8')).toBe('old')
    expect((await readdir(workingDirectory)).sort()).toEqual(['a', 'b'])
  })

  test('does not read or replace devices and pipes', async () => {
    await outputOf('mkfifo pipe')
    await expect(environment.files.read('pipe')).rejects.toMatchObject({ code: 'ENOTSUP' })
    await expect(environment.files.read('/dev/zero')).rejects.toMatchObject({ code: 'ENOTSUP' })
    await expect(environment.files.write('/dev/null', Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOTSUP' })
  })

  test('reports cyclic links', async () => {
    await outputOf('ln -s b a; ln -s a b')
    await expect(environment.files.resolve('a')).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(environment.files.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'ELOOP' })
  })

  test('removes a folder only when it is empty', async () => {
    await outputOf('mkdir empty; mkdir full; touch full/file')
    await environment.files.remove('empty')
    await expect(environment.files.remove('full')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    expect(await readdir(workingDirectory)).toEqual(['full'])
  })
})

test.for(['process.exit()', 'void environment[Symbol.asyncDispose]()'])(
  'a normal exit by %s leaves no process behind and does not wait',
  async (end) => {
    await using agent = await startAgent(`
      await start('sleep 91 & echo $!')
      await start('trap "" TERM; echo $$; sleep 92; sleep 92')
      process.exitCode = 7
      ${end}`)
    const { stdout, code } = await agent.end
    const pids = stdout.trim().split('\n')
    expect({ code, count: pids.length }).toEqual({ code: 7, count: 2 })
    // Killed processes take a moment to disappear.
    await expect.poll(() => Promise.all(pids.map(isRunning)), { timeout: 10_000 }).toEqual([false, false])
  },
)

test('creates many environments without a leak warning and releases everything on disposal', async () => {
  const before = { listeners: process.listenerCount('exit'), limit: process.getMaxListeners() }
  const many = Array.from({ length: 12 }, () => create())
  await Promise.all(many.map((each) => outputOf('true', each)))
  expect(process.listenerCount('exit')).toBeGreaterThan(before.limit)
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(process.getMaxListeners())
  for (const each of many) await each[Symbol.asyncDispose]()
  expect({ listeners: process.listenerCount('exit'), limit: process.getMaxListeners() }).toEqual(before)
})
