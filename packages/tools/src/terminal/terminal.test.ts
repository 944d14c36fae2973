import { chmod, mkdir, mkdtemp, realpath, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment, ToolContext } from '@hermes/core'
import type { OutputChunk } from '@hermes/core/environment'
import { createLocalEnvironment } from '@hermes/environments'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isRunning } from '../../testing/terminal.js'
import type { TerminalLimits } from '../shell/terminal-limits.js'
import { terminalTools } from './terminal.js'

let workingDirectory: string
let environment: Environment

beforeEach(async () => {
  workingDirectory = await realpath(await mkdtemp(join(tmpdir(), 'hermes-terminal-')))
  environment = createLocalEnvironment({ workingDirectory, variables: process.env, killGraceMs: 300 })
})

afterEach(async () => {
  await environment[Symbol.asyncDispose]()
  await rm(workingDirectory, { recursive: true, force: true })
})

interface Result {
  readonly output: string
  readonly exit_code: number
  readonly error: string | null
  readonly exit_code_meaning?: string
  readonly note?: string
}

type Call = { readonly command: string; readonly timeout?: number; readonly workdir?: string }

/** Opens the terminal of a task and calls it as the executor does. */
function open(limits: TerminalLimits = {}, source = environment) {
  const [tool] = terminalTools({ environment: source, limits })
  if (!tool) throw new Error('There is no terminal tool.')
  const run = async (call: string | Call, context: Partial<ToolContext> = {}): Promise<Result> => {
    const args = await tool.schema?.['~standard'].validate(typeof call === 'string' ? { command: call } : call)
    if (!args || args.issues) throw new Error('The arguments are not valid.')
    const outcome = await tool.run(args.value, {
      callId: 'call',
      sessionId: 'session',
      taskId: 'task',
      signal: new AbortController().signal,
      report: () => undefined,
      ...context,
    })
    return JSON.parse(String(typeof outcome === 'string' ? outcome : outcome.content))
  }
  return { run, tool }
}

describe('result', () => {
  test('returns output, exit code and no error', async () => {
    expect(await open().run('echo hi; exit 3')).toEqual({ output: 'hi\n', exit_code: 3, error: null })
  })

  test('standard output and error keep their write order', async () => {
    const { output } = await open().run('for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done')
    expect(output).toBe([1, 2, 3, 4, 5].map((i) => `out${i}\nerr${i}\n`).join(''))
  })

  test('removes escape sequences and control characters, even across chunks', async () => {
    const pieces = String.raw`printf '\033[3'; sleep 0.1; printf '1mred\033[0m \033]8;;http'; sleep 0.1; printf '://x\033\\link\033]8;;\033\\\000!'`
    expect((await open().run(pieces)).output).toBe('red link!')
  })

  test('keeps a character split across chunks and tolerates invalid bytes', async () => {
    const { output } = await open().run(
      String.raw`printf '\303'; sleep 0.1; printf '\251 \360\237'; sleep 0.1; printf '\230\200 \377'`,
    )
    expect(output).toBe('é 😀 \uFFFD')
  })

  test.each([
    ['grep nothing /dev/null', 1, 'No line matched'],
    ['echo x | grep -q "a|b"', 1, 'No line matched'],
    ['definitely-not-a-command', 127, 'not found'],
    ['kill -9 $$', 137, 'killed'],
    ['bash -c "kill -SEGV \\$\\$"', 139, 'crashed'],
  ])('explains the exit code of %s', async (command, code, meaning) => {
    const result = await open().run(command)
    expect(result).toMatchObject({ exit_code: code, error: null })
    expect(result.exit_code_meaning).toContain(meaning)
  })

  test('distinguishes a file that is not executable from a missing one', async () => {
    await writeFile(join(workingDirectory, 'tool'), 'echo hi')
    await chmod(join(workingDirectory, 'tool'), 0o644)
    expect(await open().run('./tool')).toMatchObject({
      exit_code: 126,
      exit_code_meaning: expect.stringContaining('permissions'),
    })
  })

  test('returns the shell message for a syntax error', async () => {
    const { output, exit_code } = await open().run('echo "unfinished')
    expect(output).toContain('unexpected EOF')
    expect(exit_code).not.toBe(0)
  })

  test.each([
    ['quotes and expansions', `echo 'it'"'"'s' "$((1+1))" \`echo sub\` '\\'`, "it's 2 sub \\\n"],
    ['a here-document', 'cat <<EOF\none $((1+1))\nEOF', 'one 2\n'],
    ['a trailing comment', 'echo a # no more', 'a\n'],
    ['a trap of its own', 'trap "echo bye" EXIT; echo hi', 'hi\nbye\n'],
    ['no reader of standard input', 'cat; read -r line; echo "$?"', '1\n'],
  ])('%s', async (_, command, output) => {
    expect((await open().run(command)).output).toBe(output)
  })

  test('set -x shows the command but not its wrapper', async () => {
    expect((await open().run('set -x; true')).output).toMatch(/^\++ true\n$/)
  })

  test('runs a command of 300 KB', async () => {
    expect((await open().run(`printf %s '${'x'.repeat(300_000)}' | wc -c`)).output.trim()).toBe('300000')
  })
})

describe('long output', () => {
  test('shortens 200 MB to the start and end, with a count of omitted characters', async () => {
    const { output, exit_code } = await open().run(
      'echo start; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo end',
    )
    expect(exit_code).toBe(0)
    expect(output.length).toBeLessThanOrEqual(50_000)
    expect(output).toMatch(/^start\nx/)
    expect(output).toMatch(/x\nend\n$/)
    const omitted = Number(/\[\.\.\. ([\d,]+) characters/.exec(output)?.[1]?.replaceAll(',', ''))
    // The note about skipped output is counted too.
    expect(Math.abs(output.replace(/\n\n\[.*\]\n\n/, '').length + omitted - 200_000_011)).toBeLessThan(100)
  }, 180_000)

  test('shows 40 % from the start', async () => {
    const { output } = await open({ outputCharacters: 1_000 }).run(
      'head -c 5000 /dev/zero | tr "\\0" a; head -c 5000 /dev/zero | tr "\\0" b',
    )
    expect(output.length).toBeLessThanOrEqual(1_000)
    expect(output.split('a').length / output.split('b').length).toBeCloseTo(2 / 3, 1)
  })

  test('keeps output at the limit', async () => {
    const { output } = await open({ outputCharacters: 1_000 }).run('head -c 1000 /dev/zero | tr "\\0" a')
    expect(output).toBe('a'.repeat(1_000))
  })

  test('memory does not grow with the output', async () => {
    const watch = { bytes: 0, growth: 0 }
    await open({}, watched(environment, watch)).run('head -c 400000000 /dev/zero')
    expect(watch.bytes).toBeGreaterThanOrEqual(400_000_000)
    expect(watch.growth).toBeLessThan(150_000_000)
  }, 180_000)
})

describe('ending', () => {
  test('ends a command and all of its children after the timeout', async () => {
    const result = await open().run({ command: 'echo begun; sleep 71 & echo $!; sleep 72', timeout: 0.5 })
    expect(result).toMatchObject({ exit_code: 124, error: expect.stringContaining('0.5 s') })
    const [begun, pid] = result.output.split('\n')
    expect(begun).toBe('begun')
    expect(isRunning(Number(pid))).toBe(false)
  })

  test('ends a child that ignores the signal and leaves its process group', async () => {
    const result = await open().run({
      command: 'trap "" TERM; setsid sh -c "echo \\$\\$; trap \'\' TERM; sleep 73; sleep 73" & sleep 73; sleep 73',
      timeout: 0.5,
    })
    expect(result.exit_code).toBe(124)
    expect(isRunning(Number(result.output))).toBe(false)
  })

  test('an interrupt ends the command and keeps its output', async () => {
    const interrupt = new AbortController()
    const report = () => interrupt.abort()
    const result = await open().run('echo begun; sleep 74', { signal: interrupt.signal, report })
    expect(result).toMatchObject({ output: 'begun\n', exit_code: 130, error: expect.stringContaining('interrupted') })
  })

  test('limits the timeout to the maximum', async () => {
    const result = await open({ maxTimeoutMs: 300 }).run({ command: 'sleep 75', timeout: 10_000 })
    expect(result).toMatchObject({ exit_code: 124, error: expect.stringContaining('0.3 s') })
  })

  test('a background child neither blocks the command nor ends with it', async () => {
    const { output, exit_code } = await open().run('sleep 76 & echo $!')
    expect(exit_code).toBe(0)
    expect(isRunning(Number(output))).toBe(true)
    await environment[Symbol.asyncDispose]()
    expect(isRunning(Number(output))).toBe(false)
  })

  test('rejects a missing folder by name', async () => {
    await expect(open().run({ command: 'true', workdir: 'nowhere' })).rejects.toThrow(/nowhere/)
  })
})

describe('state that persists between commands', () => {
  test('the working directory', async () => {
    const { run } = open()
    await run('mkdir -p "one two" && cd "one two"')
    expect((await run('pwd')).output).toBe(`${workingDirectory}/one two\n`)
  })

  test.each([
    ['calls exit', 'cd inner; exit 4', 4],
    ['fails under set -e', 'set -e; cd inner; false; cd ..', 1],
    ['ends with a failure', 'cd inner; false', 1],
    ['has a trap of its own', 'trap "true" EXIT; cd inner', 0],
    ['uses set -u and set -x', 'set -ux; cd inner', 0],
    ['exports all it sets', 'set -a; cd inner', 0],
    ['defines functions named like what the shell needs', 'pwd() { echo no; }; printf() { echo no; }; cd inner', 0],
  ])('also when the command %s', async (_, command, code) => {
    const { run } = open()
    await mkdir(join(workingDirectory, 'inner'))
    expect(await run(command)).toMatchObject({ exit_code: code })
    expect((await run('pwd')).output).toBe(`${workingDirectory}/inner\n`)
    expect((await run('cd ..')).exit_code).toBe(0)
    expect((await run('pwd')).output).toBe(`${workingDirectory}\n`)
  })

  test('a command that replaces or kills the shell changes nothing', async () => {
    const { run } = open()
    await mkdir(join(workingDirectory, 'inner'))
    await run('cd inner')
    expect(await run('cd ..; exec echo replaced')).toMatchObject({ output: 'replaced\n', exit_code: 0 })
    expect(await run('cd ..; kill -9 $$')).toMatchObject({ exit_code: 137 })
    expect((await run('pwd')).output).toBe(`${workingDirectory}/inner\n`)
  })

  test('keeps the logical path through a link', async () => {
    const { run } = open()
    await run('mkdir real; ln -s real link; cd link')
    expect((await run('pwd; pwd -P')).output).toBe(`${workingDirectory}/link\n${workingDirectory}/real\n`)
  })

  test('exported variables with any content', async () => {
    const { run } = open()
    await run(`export A="it's \\"1\\" = \\$x\nsecond line" B=; C=not-exported; export PATH="$PWD:$PATH"`)
    const { output } = await run('printenv A; printenv B; printenv C || echo none; echo "$PATH" | cut -d: -f1')
    expect(output).toBe(`it's "1" = $x\nsecond line\n\nnone\n${workingDirectory}\n`)
  })

  test('unset variables stay unset, including inherited ones', async () => {
    const { run } = open()
    await run('export A=1')
    await run('unset A LANG HOME')
    expect((await run('printenv A HOME || echo none')).output).toBe('none\n')
    await run('export HOME=/new')
    expect((await run('echo "$HOME"')).output).toBe('/new\n')
  })

  test('exported functions', async () => {
    const { run } = open()
    await run('greet() { echo "hello $1"; }; export -f greet')
    expect((await run('bash -c "greet you"')).output).toBe('hello you\n')
  })

  test('tasks do not share state', async () => {
    const { run } = open()
    await run('mkdir inner; cd inner; export SECRET_PLAN=1')
    expect((await run('pwd; printenv SECRET_PLAN || echo none', { taskId: 'other' })).output).toBe(
      `${workingDirectory}\nnone\n`,
    )
  })

  test('workdir applies to one command and is relative to the folder of the task', async () => {
    const { run } = open()
    await run('mkdir -p a/b; cd a')
    expect((await run({ command: 'pwd; cd /', workdir: 'b' })).output).toBe(`${workingDirectory}/a/b\n`)
    expect((await run('pwd')).output).toBe(`${workingDirectory}/a\n`)
  })

  test('starts in the workspace with a note when the folder was deleted', async () => {
    const { run } = open()
    await run('mkdir gone; cd gone')
    await rmdir(join(workingDirectory, 'gone'))
    const result = await run('pwd')
    expect(result).toMatchObject({ output: `${workingDirectory}\n`, note: expect.stringContaining('no longer exists') })
    expect(await run('pwd')).not.toHaveProperty('note')
  })

  test('works without bash', async () => {
    await using plain = createLocalEnvironment({ workingDirectory, variables: process.env, shell: '/bin/sh' })
    const { run } = open({}, plain)
    expect(await run('mkdir inner; cd inner; export A=1; echo err >&2; exit 3')).toMatchObject({
      output: 'err\n',
      exit_code: 3,
    })
    expect((await run('pwd; echo $A')).output).toBe(`${workingDirectory}/inner\n1\n`)
  })
})

test('passes the session to the command and leaves no file behind', async () => {
  expect((await open().run('echo "$HERMES_SESSION_ID"', { sessionId: 'the-session' })).output).toBe('the-session\n')
  expect((await environment.files.list('.')).length).toBe(0)
})

test('progress shows the last lines at a limited rate', async () => {
  const shown: string[] = []
  await open().run('for i in $(seq 2000); do echo "step $i"; done; sleep 0.6', { report: (text) => shown.push(text) })
  expect(shown.at(-1)).toBe('step 1996\nstep 1997\nstep 1998\nstep 1999\nstep 2000')
  expect(shown.length).toBeLessThan(5)
})

test('the tool declares its scheduling and validates its arguments', () => {
  const { tool } = open()
  expect(tool).toMatchObject({ name: 'terminal', toolset: 'terminal', effect: 'once', concurrency: 'never' })
  expect(tool.parameters).toMatchObject({ required: ['command'] })
})

/** Number of bytes read, and the largest growth of resident memory during that time. */
interface Watch {
  bytes: number
  growth: number
}

/** Returns an environment that samples memory after each chunk. */
function watched(source: Environment, watch: Watch): Environment {
  return {
    ...source,
    async spawn(request, options) {
      const process_ = await source.spawn(request, options)
      return { ...process_, output: measured(process_.output, watch) }
    },
  }
}

async function* measured(chunks: AsyncIterable<OutputChunk>, watch: Watch): AsyncIterable<OutputChunk> {
  const before = process.memoryUsage.rss()
  for await (const chunk of chunks) {
    yield chunk
    watch.bytes += chunk.data.length
    watch.growth = Math.max(watch.growth, process.memoryUsage.rss() - before)
  }
}
