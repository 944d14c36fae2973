import type { Environment, EnvironmentProcess, FileSystem, ProcessExit, SpawnRequest } from '@hermes/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

export interface EnvironmentContractOptions {
  /** Names the implementation in the report. */
  readonly name: string
  /** Called before each test: an environment whose working directory is an empty folder. The suite disposes it. */
  create(): Environment | Promise<Environment>
  /** What the environment cannot do, with the reason, which the report shows. It then has to refuse it. */
  readonly gaps?: { readonly terminal?: string }
}

/**
 * Registers the vitest suite that every {@link Environment} has to pass. It needs a POSIX shell in the environment.
 *
 * @example
 * ```ts
 * environmentContract({ name: 'local', create: () => createLocalEnvironment({ workingDirectory, variables: process.env }) })
 * ```
 */
export function environmentContract({ name, create, gaps = {} }: EnvironmentContractOptions): void {
  describe(`Environment contract: ${name}`, () => {
    let environment: Environment
    beforeEach(async () => {
      environment = await create()
    })
    afterEach(() => environment[Symbol.asyncDispose]())

    describe('commands', () => describeCommands(() => environment))
    describe('input', () => describeInput(() => environment))
    if (gaps.terminal) describe(`no terminal: ${gaps.terminal}`, () => describeNoTerminal(() => environment))
    else describe('terminal', () => describeTerminal(() => environment))
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

function describeInput(environment: () => Environment): void {
  const open = (command: string, stdin?: string) =>
    spawn(environment(), { command, keepsInput: true, ...(stdin !== undefined && { stdin }) })

  test('stays open when it is asked to, after the text that was given', async () => {
    const process = await open('while read -r line; do echo "got $line"; done; echo over', 'first\n')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'got first' })
    await process.write?.('second\n')
    expect(await lines.next()).toMatchObject({ value: 'got second' })
    await process.write?.(encode('third\n'))
    expect(await lines.next()).toMatchObject({ value: 'got third' })
    process.endInput?.()
    expect(await lines.next()).toMatchObject({ value: 'over' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('any bytes arrive', async () => {
    const process = await open('cat > received')
    const all = Uint8Array.from({ length: 256 }, (_, index) => index)
    await process.write?.(all)
    process.endInput?.()
    expect(await process.exit).toEqual({ code: 0 })
    expect([...(await environment().files.read('received'))]).toEqual([...all])
  })

  test('a process that does not read holds the writer back', async () => {
    const process = await open('until [ -e go ]; do sleep 0.1; done; wc -c')
    let isWritten = false
    const written = process.write?.('x'.repeat(4_000_000)).then(() => {
      isWritten = true
    })
    await settle(async () => String(isWritten))
    expect(isWritten).toBe(false)
    await environment().files.write('go', encode(''))
    await written
    process.endInput?.()
    expect((await finish(process)).stdout.trim()).toBe('4000000')
  })

  test('a write is refused once it is closed', async () => {
    const process = await open('cat')
    process.endInput?.()
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('a write to a process that has ended is refused, one that it leaves unread as well', async () => {
    const process = await open('read -r line; exit 3')
    const unread = process.write?.(`line\n${'x'.repeat(4_000_000)}`)
    await expect(unread).rejects.toMatchObject({ code: 'environment/unavailable' })
    expect(await process.exit).toEqual({ code: 3 })
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
    process.endInput?.()
  })

  test('cannot be written to unless it was asked to stay open', async () => {
    const process = await start(environment(), 'true')
    expect(process.write).toBeUndefined()
    expect(process.endInput).toBeUndefined()
    await process.exit
  })
}

const terminal = { columns: 97, rows: 31 }

function describeNoTerminal(environment: () => Environment): void {
  test('a command that asks for one is refused, and not run', async () => {
    await expect(spawn(environment(), { command: 'touch started', terminal })).rejects.toMatchObject({
      code: 'environment/unavailable',
    })
    expect(await environment().files.stat('started')).toBeUndefined()
  })
}

function describeTerminal(environment: () => Environment): void {
  const open = (command: string, signal?: AbortSignal) => spawn(environment(), { command, terminal }, signal)

  test('has the size that was asked for, on all three descriptors', async () => {
    const result = await finish(
      await open('test -t 0 && test -t 1 && test -t 2 && stty size && : < /dev/tty && exit 7'),
    )
    expect(result).toMatchObject({ stdout: '31 97\r\n', stderr: '', code: 7 })
  })

  test('starts in the working directory, with the variables of the request', async () => {
    const command = 'pwd -P; printf "%s\n" "$GREETING"'
    const request = { command, terminal, workingDirectory: 'inner', variables: { GREETING: 'good "day"' } }
    await run(environment(), { command: 'mkdir inner' })
    const result = await finish(await spawn(environment(), request))
    expect(result.stdout).toBe(`${await environment().files.resolve('inner')}\r\ngood "day"\r\n`)
  })

  test('what is typed is read, and echoed as on any terminal', async () => {
    const process = await open(
      'printf "name? "; read -r name; stty -echo; echo "hello $name"; read -r secret; echo "$secret!"',
    )
    const lines = linesOf(process)
    await process.write?.('you\n')
    expect(await lines.next()).toMatchObject({ value: expect.stringContaining('you') })
    expect(await lines.next()).toMatchObject({ value: expect.stringContaining('hello you') })
    await process.write?.('hidden\n')
    expect(await lines.next()).toMatchObject({ value: 'hidden!' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('text of the request is typed first, and the end of the input ends it', async () => {
    const process = await spawn(environment(), { command: 'stty -echo; cat; echo over', terminal, stdin: 'first\n' })
    await process.write?.('second\n')
    process.endInput?.()
    expect((await finish(process)).stdout).toContain('first\r\nsecond\r\nover\r\n')
    await expect(process.write?.('late')).rejects.toMatchObject({ code: 'environment/unavailable' })
  })

  test('an end of the input in the middle of a line sends the line off, too', async () => {
    const process = await open('stty -echo; echo ready; wc -c')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'ready' })
    await process.write?.('unended')
    process.endInput?.()
    expect(await lines.next()).toMatchObject({ value: '7' })
    while (!(await lines.next()).done);
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('ctrl-C interrupts what runs on it', async () => {
    const process = await open('trap "echo interrupted; exit 9" INT; echo ready; while :; do sleep 0.1; done')
    const lines = linesOf(process)
    expect(await lines.next()).toMatchObject({ value: 'ready' })
    await process.write?.('\u0003')
    let text = ''
    for (let line = await lines.next(); !line.done; line = await lines.next()) text += line.value
    expect(text).toContain('interrupted')
    expect(await process.exit).toEqual({ code: 9 })
  })

  test('much output arrives whole, also to a slow reader', async () => {
    const process = await open('stty -opost; head -c 2000000 /dev/zero; echo over')
    const parts: Uint8Array[] = []
    for await (const { data } of process.output) {
      parts.push(data)
      if (parts.length % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const all = Buffer.concat(parts)
    expect({ length: all.length, end: all.subarray(-5).toString() }).toEqual({ length: 2_000_005, end: 'over\n' })
    expect(await process.exit).toEqual({ code: 0 })
  })

  test('a reader that stops holds the process back', async () => {
    const process = await open(
      'i=0; echo 0 > progress; while [ $i -lt 2000 ]; do printf %04000d $i; echo $i > progress; i=$((i+1)); done',
    )
    const reader = process.output[Symbol.asyncIterator]()
    await reader.next()
    const settled = await settle(async () => decode(await environment().files.read('progress')))
    expect(Number(settled)).toBeLessThan(1_900)
    while (!(await reader.next()).done);
    expect(await process.exit).toMatchObject({ code: 0 })
    expect(decode(await environment().files.read('progress'))).toBe('1999\n')
  })

  test('a process that does not read holds the writer back, and nobody else', async () => {
    const process = await open('stty -echo; echo ready; until [ -e go ]; do sleep 0.1; done')
    expect(await firstLine(process)).toBe('ready')
    let isWritten = false
    const written = process.write?.('a line\n'.repeat(500_000)).then(
      () => {
        isWritten = true
      },
      (error: unknown) => error,
    )
    await settle(async () => String(isWritten))
    expect(isWritten).toBe(false)
    expect(await run(environment(), { command: 'touch go' })).toMatchObject({ code: 0 })
    expect(await process.exit).toEqual({ code: 0 })
    expect(await written).toMatchObject({ code: 'environment/unavailable' })
  })

  test('an abort ends the whole group', async () => {
    const controller = new AbortController()
    const process = await open('trap "" HUP; sleep 71 & echo $!; sleep 72', controller.signal)
    const pid = await firstLine(process)
    controller.abort()
    expect((await process.exit).code).toBeGreaterThan(128)
    expect(await isRunning(environment(), pid)).toBe(false)
  })

  test('a process that ignores signals is killed', async () => {
    const process = await open('trap "" TERM HUP INT; echo $$; while :; do sleep 73; done')
    await firstLine(process)
    process.kill()
    expect(await process.exit).toMatchObject({ code: 137 })
  })

  test('a folder that is not there is refused', async () => {
    const attempt = spawn(environment(), { command: 'true', workingDirectory: 'not-there', terminal })
    await expect(attempt).rejects.toMatchObject({
      code: 'environment/unavailable',
      message: expect.stringContaining('not-there'),
    })
  })

  test('a long command is run as it stands', async () => {
    const result = await finish(await open(`printf %s '${'x'.repeat(200_000)}' | wc -c`))
    expect(result).toMatchObject({ stdout: '200000\r\n', code: 0 })
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
      'i=0; echo 0 > progress; while [ $i -lt 2000 ]; do printf %04000d $i; echo $i > progress; i=$((i+1)); done',
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

function start(environment: Environment, command: string, signal?: AbortSignal): Promise<EnvironmentProcess> {
  return spawn(environment, { command }, signal)
}

function spawn(
  environment: Environment,
  request: SpawnRequest,
  signal = new AbortController().signal,
): Promise<EnvironmentProcess> {
  return environment.spawn(request, { signal })
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

/** Without their ends. */
async function* linesOf(process: EnvironmentProcess): AsyncGenerator<string> {
  let text = ''
  for await (const { data } of process.output) {
    const lines = (text + decode(data)).split(/\r?\n/)
    text = lines.pop() ?? ''
    yield* lines
  }
  if (text !== '') yield text
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
