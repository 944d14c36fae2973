import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Environment, EnvironmentProcess } from '@hermes/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

/** Reads until so many lines have come, and drops the rest. */
async function firstLines(process: EnvironmentProcess, count: number): Promise<string[]> {
  let text = ''
  for await (const { data } of process.output) {
    text += Buffer.from(data).toString()
    if (text.split('\n').length > count) break
  }
  return text.split('\n').slice(0, count)
}

/** A process that has ended but was not collected by its parent does not run. */
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

  test('are ended by an abort', async () => {
    const controller = new AbortController()
    const process_ = await start(`${escape_}\nsleep 85`, controller.signal)
    const pids = await firstLines(process_, 4)
    controller.abort()
    await process_.exit
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false, false])
  })

  test('are ended by disposing, also when their command has ended long ago', async () => {
    const process_ = await start(escape_)
    const pids = await firstLines(process_, 4)
    await process_.exit
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true, true])
    await environment[Symbol.asyncDispose]()
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false, false])
  })

  test('of another environment are left alone', async () => {
    const [pid = ''] = await firstLines(await start('setsid sleep 86 & echo $!'), 1)
    await create()[Symbol.asyncDispose]()
    expect(await isRunning(pid)).toBe(true)
  })
})

describe('output', () => {
  test('of a process that prints without end does not pile up before a slow reader', async () => {
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

  test('of a background process that prints without end is left after a moment', async () => {
    const process_ = await start('echo first; yes & echo $!')
    let bytes = 0
    for await (const { data } of process_.output) bytes += data.length
    expect(await process_.exit).toEqual({ code: 0 })
    expect(bytes).toBeLessThan(4 * 2 ** 20)
  })

  test('that nobody reads does not keep the exit from being told', async () => {
    const process_ = await start('echo unread; exit 4')
    expect(await process_.exit).toEqual({ code: 4 })
  })
})

describe('variables', () => {
  test('credentials of the agent do not reach a command, unless they are passed through', async () => {
    const variables = { ...process.env, SOME_API_KEY: 'sk-canary', GH_TOKEN: 'ghp-canary' }
    await using scrubbed = create({ variables, passThrough: ['GH_TOKEN'] })
    const output = await outputOf('env', scrubbed)
    expect(output).not.toContain('sk-canary')
    expect(output).toContain('GH_TOKEN=ghp-canary')
  })

  test('a command knows that an agent runs it and that nobody can answer', async () => {
    const output = await outputOf(
      'echo "$AI_AGENT $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT"; tty; : < /dev/tty || echo none',
    )
    expect(output).toContain('hermes cat cat 0\n')
    expect(output).toContain('not a tty')
    expect(output).toContain('none')
  })
})

describe('files', () => {
  test('~ is the home of the given variables', async () => {
    await using homely = create({ variables: { ...process.env, HOME: workingDirectory } })
    await homely.files.write('~/a.txt', Buffer.from('hi'))
    expect(await readFile(join(workingDirectory, 'a.txt'), 'utf8')).toBe('hi')
    expect(await homely.files.resolve('~')).toBe(await environment.files.resolve('.'))
  })

  test('a file that is protected against writing is not replaced', async () => {
    await writeFile(join(workingDirectory, 'a'), 'old')
    await chmod(join(workingDirectory, 'a'), 0o444)
    await chmod(workingDirectory, 0o777)
    // Nothing is protected against root.
    const script = `
      import { createFileSystem } from ${JSON.stringify(new URL('./file-system.ts', import.meta.url).href)}
      if (process.getuid() === 0) process.setuid(65534)
      const files = createFileSystem({ workingDirectory: process.argv[1], home: '/' })
      await files.write('a', Buffer.from('new')).catch((error) => console.log(error.code))
      await files.write('b', Buffer.from('new'))`
    expect((await runNode(script, workingDirectory)).stdout).toBe('EACCES\n')
    expect(await readFile(join(workingDirectory, 'a'), 'utf8')).toBe('old')
    expect((await readdir(workingDirectory)).sort()).toEqual(['a', 'b'])
  })

  test('devices and pipes are neither read nor replaced', async () => {
    await outputOf('mkfifo pipe')
    await expect(environment.files.read('pipe')).rejects.toMatchObject({ code: 'ENOTSUP' })
    await expect(environment.files.read('/dev/zero')).rejects.toMatchObject({ code: 'ENOTSUP' })
    await expect(environment.files.write('/dev/null', Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOTSUP' })
  })

  test('links that lead round in circles are named as such', async () => {
    await outputOf('ln -s b a; ln -s a b')
    await expect(environment.files.resolve('a')).rejects.toMatchObject({ code: 'ELOOP' })
    await expect(environment.files.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'ELOOP' })
  })

  test('a folder is removed only when it is empty', async () => {
    await outputOf('mkdir empty; mkdir full; touch full/file')
    await environment.files.remove('empty')
    await expect(environment.files.remove('full')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    expect(await readdir(workingDirectory)).toEqual(['full'])
  })

  test('when there is no more room, the old content stays and nothing else does', async () => {
    await writeFile(join(workingDirectory, 'a'), 'old')
    // A limit on the size of files stands in for a full disk: the write fails half-way.
    const script = `
      import { writeAtomically } from ${JSON.stringify(new URL('./write-atomically.ts', import.meta.url).href)}
      process.on('SIGXFSZ', () => undefined)
      await writeAtomically('a', Buffer.alloc(2 ** 20)).catch((error) => console.log(error.code))`
    const command = `ulimit -f 64; exec "${process.execPath}" --input-type=module`
    const full = await environment.spawn({ command, stdin: script }, { signal: new AbortController().signal })
    expect(await firstLines(full, 1)).toEqual(['EFBIG'])
    expect(await full.exit).toEqual({ code: 0 })
    expect(await readFile(join(workingDirectory, 'a'), 'utf8')).toBe('old')
    expect(await readdir(workingDirectory)).toEqual(['a'])
  })
})

test('a normal end of Node.js leaves nothing behind, and waits for nothing', async () => {
  const script = `
    import { createLocalEnvironment } from ${JSON.stringify(new URL('./local-environment.ts', import.meta.url).href)}
    const environment = createLocalEnvironment({ workingDirectory: '/', variables: process.env })
    const start = (command) => environment.spawn({ command }, { signal: new AbortController().signal })
    const background = await start('sleep 91 & echo $!')
    for await (const { data } of background.output) process.stdout.write(data)
    const running = await start('trap "" TERM; echo $$; sleep 92; sleep 92')
    for await (const { data } of running.output) { process.stdout.write(data); break }
    process.exitCode = 7
    if (process.argv[1] === 'exit') process.exit()
    void environment[Symbol.asyncDispose]()`
  for (const [argument, code] of [
    ['exit', 7],
    ['dispose', 7],
  ] as const) {
    const { stdout, code: exitCode } = await runNode(script, argument)
    const pids = stdout.trim().split('\n')
    expect({ exitCode, count: pids.length }).toEqual({ exitCode: code, count: 2 })
    // A killed process takes its time to go.
    await expect.poll(() => Promise.all(pids.map(isRunning)), { timeout: 10_000 }).toEqual([false, false])
  }
})

test('making many environments warns of no leak, and disposing them takes everything back', async () => {
  const before = { listeners: process.listenerCount('exit'), limit: process.getMaxListeners() }
  const many = Array.from({ length: 30 }, () => create())
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(process.getMaxListeners())
  for (const each of many) await each[Symbol.asyncDispose]()
  expect({ listeners: process.listenerCount('exit'), limit: process.getMaxListeners() }).toEqual(before)
})

/** Runs a module against the sources, as vitest does: `.js` leads to `.ts`. */
async function runNode(script: string, argument: string): Promise<{ stdout: string; code: number }> {
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
    } })`
  const args = ['--conditions=@hermes/source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`]
  const options = { cwd: fileURLToPath(new URL('.', import.meta.url)) }
  const child = promisify(execFile)(
    process.execPath,
    [...args, '--input-type=module', '--eval', script, argument],
    options,
  )
  const { stdout, code } = await child.catch((error: { stdout: string; code: number }) => error).then(withCode)
  return { stdout, code }
}

function withCode(result: { stdout: string; code?: number }): { stdout: string; code: number } {
  return { stdout: result.stdout, code: result.code ?? 0 }
}
