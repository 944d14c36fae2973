import type { Environment, EnvironmentProcess, FileSystem, ProcessExit, SpawnRequest } from '@hermes/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

export interface EnvironmentContractOptions {
  /** Names the implementation in the report. */
  readonly name: string
  /** Called before each test: an environment whose working directory is an empty folder. The suite disposes it. */
  create(): Environment | Promise<Environment>
}

/**
 * Registers the vitest suite that every {@link Environment} has to pass. It needs a POSIX shell in the environment.
 *
 * @example
 * ```ts
 * environmentContract({ name: 'local', create: () => createLocalEnvironment({ workingDirectory, variables: process.env }) })
 * ```
 */
export function environmentContract({ name, create }: EnvironmentContractOptions): void {
  describe(`Environment contract: ${name}`, () => {
    let environment: Environment
    beforeEach(async () => {
      environment = await create()
    })
    afterEach(() => environment[Symbol.asyncDispose]())

    describe('commands', () => describeCommands(() => environment))
    describe('output', () => describeOutput(() => environment))
    describe('ending', () => describeEnding(() => environment))
    describe('files', () =>
      describeFiles(
        () => environment.files,
        (command) => run(environment, { command }),
      ))
  })
}

function describeCommands(environment: () => Environment): void {
  test('standard output, standard error and the exit code come back', async () => {
    const result = await run(environment(), { command: 'echo out; echo err >&2; exit 3' })
    expect(result).toMatchObject({ stdout: 'out\n', stderr: 'err\n', code: 3 })
  })

  test('a command starts in the working directory, or where it is told to', async () => {
    expect((await run(environment(), { command: 'pwd -P' })).stdout.trim()).toBe(await environment().files.resolve('.'))
    await run(environment(), { command: 'mkdir inner' })
    const inner = await run(environment(), { command: 'pwd -P', workingDirectory: 'inner' })
    expect(inner.stdout.trim()).toBe(await environment().files.resolve('inner'))
  })

  test('variables of the request reach the command', async () => {
    const result = await run(environment(), { command: 'printf %s "$GREETING"', variables: { GREETING: 'good "day"' } })
    expect(result.stdout).toBe('good "day"')
  })

  test('standard input is empty unless text is given', async () => {
    expect(await run(environment(), { command: 'cat' })).toMatchObject({ stdout: '', code: 0 })
    expect(await run(environment(), { command: 'cat', stdin: 'some text' })).toMatchObject({
      stdout: 'some text',
      code: 0,
    })
  })

  test('a command that does not read its input is no failure', async () => {
    expect(await run(environment(), { command: 'exit 5', stdin: 'x'.repeat(2 ** 20) })).toMatchObject({ code: 5 })
  })

  test('an end by signal n is the code 128 + n', async () => {
    expect(await run(environment(), { command: 'kill -9 $$' })).toMatchObject({ code: 137 })
  })

  test('a long command is run as it stands', async () => {
    const result = await run(environment(), { command: `printf %s '${'x'.repeat(200_000)}' | wc -c` })
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout.trim()).toBe('200000')
  })

  test('a folder that is not there is refused with a sentence that names it', async () => {
    const attempt = environment().spawn(
      { command: 'true', workingDirectory: 'not-there' },
      { signal: new AbortController().signal },
    )
    await expect(attempt).rejects.toMatchObject({
      code: 'environment/unavailable',
      message: expect.stringContaining('not-there'),
    })
  })
}

function describeOutput(environment: () => Environment): void {
  test('much of it arrives whole', async () => {
    const process = await start(environment(), 'head -c 5000000 /dev/zero')
    let bytes = 0
    for await (const { data } of process.output) bytes += data.length
    expect(bytes).toBe(5_000_000)
    expect(await process.exit).toMatchObject({ code: 0 })
  })

  test('a reader that stops holds the process back', async () => {
    const process = await start(
      environment(),
      'i=0; echo 0 > progress; while [ $i -lt 2000 ]; do printf %01000d $i; echo $i > progress; i=$((i+1)); done',
    )
    const reader = process.output[Symbol.asyncIterator]()
    await reader.next()
    const settled = await settle(async () => decode(await environment().files.read('progress')))
    expect(Number(settled)).toBeLessThan(1_900)
    while (!(await reader.next()).done);
    expect(await process.exit).toMatchObject({ code: 0 })
    expect(decode(await environment().files.read('progress'))).toBe('1999\n')
  })

  test('it ends with the shell, although a background process keeps the pipe open', async () => {
    const process = await start(environment(), 'sleep 60 & echo $!')
    const result = await finish(process)
    expect(result.code).toBe(0)
    expect(await isRunning(environment(), result.stdout.trim())).toBe(true)
  })

  test('a reader that leaves lets the process run to its end', async () => {
    const process = await start(environment(), 'head -c 1000000 /dev/zero; echo done > finished')
    for await (const _ of process.output) break
    expect(await process.exit).toMatchObject({ code: 0 })
    expect(await environment().files.stat('finished')).toMatchObject({ kind: 'file' })
  })
}

function describeEnding(environment: () => Environment): void {
  test('an abort ends the whole group', async () => {
    const controller = new AbortController()
    const process = await start(environment(), 'sleep 61 & echo $!; sleep 62', controller.signal)
    const pid = await firstLine(process)
    controller.abort()
    expect((await process.exit).code).toBeGreaterThan(128)
    expect(await isRunning(environment(), pid)).toBe(false)
  })

  test('a process that ignores SIGTERM is killed', async () => {
    const controller = new AbortController()
    const process = await start(
      environment(),
      'trap "" TERM; sh -c "sleep 63; sleep 63" & echo $!; wait; sleep 63',
      controller.signal,
    )
    const pid = await firstLine(process)
    controller.abort()
    expect(await process.exit).toMatchObject({ code: 137 })
    expect(await isRunning(environment(), pid)).toBe(false)
  })

  test('kill ends the group, too', async () => {
    const process = await start(environment(), 'sleep 64 & echo $!; wait')
    const pid = await firstLine(process)
    process.kill()
    expect((await process.exit).code).toBeGreaterThan(128)
    expect(await isRunning(environment(), pid)).toBe(false)
  })

  test('nothing is started for a signal that is aborted already', async () => {
    const reason = new Error('stop')
    await expect(start(environment(), 'touch started', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(await environment().files.stat('started')).toBeUndefined()
  })

  test('a disposed environment runs no more commands', async () => {
    const process = await start(environment(), 'echo ready; sleep 65')
    await firstLine(process)
    await environment()[Symbol.asyncDispose]()
    expect((await process.exit).code).toBeGreaterThan(128)
    await expect(start(environment(), 'true')).rejects.toMatchObject({ code: 'environment/unavailable' })
  })
}

function describeFiles(files: () => FileSystem, run: (command: string) => Promise<{ readonly stdout: string }>): void {
  test('commands and files see the same content', async () => {
    await files().write('deep/down/a.txt', encode('from a file'))
    expect((await run('cat deep/down/a.txt')).stdout).toBe('from a file')
    await run('printf "from a command" > b.txt')
    expect(decode(await files().read('b.txt'))).toBe('from a command')
  })

  test('a part can be read, also past the end', async () => {
    await files().write('a.txt', encode('0123456789'))
    expect(decode(await files().read('a.txt', { start: 3, length: 4 }))).toBe('3456')
    expect(decode(await files().read('a.txt', { start: 8, length: 100 }))).toBe('89')
    expect(decode(await files().read('a.txt', { start: 50, length: 1 }))).toBe('')
  })

  test('any bytes survive', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    await files().write('all', all)
    expect([...(await files().read('all'))]).toEqual([...all])
  })

  test('a replaced file keeps its permissions', async () => {
    await run('echo old > tool; chmod 751 tool')
    await files().write('tool', encode('new'))
    expect((await run('ls -l tool')).stdout).toMatch(/^-rwxr-x--x/)
  })

  test('a write goes through a link to its target', async () => {
    await run('echo old > target; ln -s target link')
    await files().write('link', encode('new'))
    expect((await run('cat target; test -L link && echo linked')).stdout).toBe('newlinked\n')
  })

  test('a failed write leaves no trace', async () => {
    await run('mkdir folder')
    await expect(files().write('folder', encode('x'))).rejects.toMatchObject({ code: 'EISDIR' })
    expect((await files().list('.')).map((entry) => entry.name)).toEqual(['folder'])
  })

  test('failures carry the codes of the system', async () => {
    await expect(files().read('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files().read('.')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(files().remove('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(files().list('nothing')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('stat tells kinds and sizes, and undefined for nothing', async () => {
    await run('printf 12345 > file; mkdir folder; ln -s folder link; ln -s nowhere broken; mkfifo pipe')
    expect(await files().stat('file')).toMatchObject({ kind: 'file', size: 5 })
    expect(await files().stat('link')).toMatchObject({ kind: 'directory' })
    expect(await files().stat('broken')).toMatchObject({ kind: 'other' })
    expect(await files().stat('pipe')).toMatchObject({ kind: 'other' })
    expect(await files().stat('nothing')).toBeUndefined()
    expect(await files().stat('file/below')).toBeUndefined()
  })

  test('list names what is there with its kind', async () => {
    await run('touch file; mkdir folder; ln -s folder link; ln -s nowhere broken')
    const entries = await files().list('.')
    expect(Object.fromEntries(entries.map(({ name: entry, kind }) => [entry, kind]))).toEqual({
      file: 'file',
      folder: 'directory',
      link: 'directory',
      broken: 'other',
    })
  })

  test('remove takes a link away, not its target', async () => {
    await run('echo kept > target; ln -s target link')
    await files().remove('link')
    expect((await files().list('.')).map((entry) => entry.name)).toEqual(['target'])
  })

  test('resolve follows links and ".." as far as the path exists', async () => {
    await run('mkdir -p real/inner; ln -s real/inner link; ln -s real/later dangling')
    const root = await files().resolve('.')
    expect(root.startsWith('/')).toBe(true)
    expect(await files().resolve('link/../new/file')).toBe(`${root}/real/new/file`)
    expect(await files().resolve('dangling/x')).toBe(`${root}/real/later/x`)
    expect(await files().resolve('not/there/../here')).toBe(`${root}/not/here`)
  })
}

type Finished = ProcessExit & { readonly stdout: string; readonly stderr: string }

async function run(environment: Environment, request: SpawnRequest): Promise<Finished> {
  return finish(await environment.spawn(request, { signal: new AbortController().signal }))
}

function start(
  environment: Environment,
  command: string,
  signal = new AbortController().signal,
): Promise<EnvironmentProcess> {
  return environment.spawn({ command }, { signal })
}

/** A process that has ended but was not collected by its parent does not run. */
async function isRunning(environment: Environment, pid: string): Promise<boolean> {
  const stat = `/proc/${pid}/stat`
  const command = `if [ -e ${stat} ]; then ! grep -q ') Z ' ${stat}; else kill -0 ${pid}; fi`
  return (await run(environment, { command })).code === 0
}

async function finish(process: EnvironmentProcess): Promise<Finished> {
  const text = { stdout: '', stderr: '' }
  for await (const { stream, data } of process.output) text[stream] += decode(data)
  return { ...(await process.exit), ...text }
}

/** Reads one line and drops the rest. */
async function firstLine(process: EnvironmentProcess): Promise<string> {
  let text = ''
  for await (const { data } of process.output) {
    text += decode(data)
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Waits until a reading stays the same. */
async function settle(read: () => Promise<string>): Promise<string> {
  for (let last = await read(), same = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = await read()
    same = next === last ? same + 1 : 0
    if (same === 6 && next !== '') return next
    last = next
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decode(data: Uint8Array): string {
  return new TextDecoder().decode(data)
}
