import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import { createLocalEnvironment } from '@hermes/environments'
import { describe, expect, test } from 'vitest'
import { openCode, toolsThat } from '../../testing/code.js'
import { openWorkplace } from '../../testing/terminal.js'
import { createSpillStore } from '../spill/create-spill-store.js'
import { spillFolder } from '../spill/spill-folder.js'
import type { CodeLanguage } from './code-language.js'

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

interface Phrases {
  readonly print: (expression: string) => string
  readonly set: (name: string, value: number) => string
  readonly forever: string
  readonly exit: (code: number) => string
  readonly die: string
  readonly pid: string
  /** Calls `read_file` concurrently for 0 to `count` - 1 and prints the returned paths, joined. */
  readonly parallel: (tool: string, count: number) => string
  readonly tryCalls: (count: number) => string
  readonly throwsAt: RegExp
}

const phrases: Readonly<Record<CodeLanguage, Phrases>> = {
  python: {
    print: (expression) => `print(${expression})`,
    set: (name, value) => `${name} = ${value}`,
    forever: 'while True: pass',
    exit: (code) => `import sys; sys.exit(${code})`,
    die: 'import os; os._exit(7)',
    pid: 'import os; print(os.getpid())',
    parallel: (tool, count) => `
from concurrent.futures import ThreadPoolExecutor
import hermes_tools
with ThreadPoolExecutor(${count}) as pool:
    print(",".join(pool.map(lambda n: hermes_tools.${tool}(str(n))["${tool === 'terminal' ? 'command' : 'path'}"], range(${count}))))`,
    tryCalls: (count) => `
from hermes_tools import read_file, ToolError
made = 0
try:
    for n in range(${count}):
        read_file("x")
        made += 1
except ToolError as error:
    print(made, error)`,
    throwsAt: /File "<program \d+>", line 2/,
  },
  javascript: {
    print: (expression) => `console.log(${expression})`,
    set: (name, value) => `const ${name} = ${value}`,
    forever: 'for (;;) {}',
    exit: (code) => `process.exit(${code})`,
    die: "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})",
    pid: 'console.log(process.pid)',
    parallel: (tool, count) => `
const calls = Array.from({ length: ${count} }, (_, n) => hermes.${tool}(String(n)))
console.log((await Promise.all(calls)).map((result) => result.${tool === 'terminal' ? 'command' : 'path'}).join(','))`,
    tryCalls: (count) => `
let made = 0
try {
  for (let n = 0; n < ${count}; n++, made++) await hermes.read_file('x')
} catch (error) {
  console.log(made, error.message)
}`,
    throwsAt: /program-\d+\.js:2/,
  },
}
describe.each([
  ['python', phrases.python],
  ['javascript', phrases.javascript],
] as const)('in %s', (language, say) => {
  test('returns what a program prints', async () => {
    const { run } = await openCode(language)
    expect(await run(say.print('6 * 7'))).toEqual({ text: '42', isError: false })
    expect((await run(say.print('"é 漢 😀"'))).text).toBe('é 漢 😀')
    expect((await run(say.set('x', 1))).text).toBe('[The program printed nothing.]')
  })

  test('keeps variables per task until reset', async () => {
    const { run } = await openCode(language)
    await run(say.set('x', 5))
    expect((await run(say.print('x'))).text).toBe('5')
    expect((await run(say.print('x'), { taskId: 'other' })).isError).toBe(true)
    await run(say.set('x', 6))
    expect((await run(say.print('x'))).text).toBe('6')
    expect(await run({ code: say.print('x'), reset: true })).toMatchObject({
      text: expect.stringContaining('x'),
      isError: true,
    })
    expect((await run({ code: '', reset: true })).text).toBe('[Variables are forgotten.]')
  })

  test('a failed call raises an error with its reason and location', async () => {
    const { tools } = toolsThat(async () => ({ content: 'It is forbidden.', isError: true }))
    const { run } = await openCode(language, { tools })
    const failing =
      language === 'python' ? 'import hermes_tools\nhermes_tools.read_file("a")' : '\nawait hermes.read_file("a")'
    const { text, isError } = await run(failing)
    expect(isError).toBe(true)
    expect(text).toContain('ToolError: It is forbidden.')
    expect(text).toMatch(say.throwsAt)
    expect(text).not.toMatch(/stdin|eval\d/)
    expect((await run(say.tryCalls(1))).text).toBe('0 It is forbidden.')
  })

  test('matches answers to concurrent calls from threads or promises', async () => {
    const { tools, requests } = toolsThat()
    const { run, progress } = await openCode(language, { tools })
    expect((await run(say.parallel('read_file', 20))).text).toBe(Array.from({ length: 20 }, (_, n) => n).join(','))
    expect(new Set(requests.map(({ id }) => id)).size).toBe(20)
    expect(progress).toContain('read_file 19')
  })

  test('runs calls that are not concurrency-safe one after another', async () => {
    let open_ = 0
    let most = 0
    const { tools } = toolsThat(async ({ args }) => {
      open_ += 1
      most = Math.max(most, open_)
      await delay(5)
      open_ -= 1
      return { content: JSON.stringify(args) }
    })
    const { run } = await openCode(language, { tools })
    expect((await run(say.parallel('terminal', 8))).text).toBe('0,1,2,3,4,5,6,7')
    expect(most).toBe(1)
  })

  test('limits the number of calls per program', async () => {
    const { tools, requests } = toolsThat()
    const { run } = await openCode(language, { tools, limits: { toolCalls: 3 } })
    expect((await run(say.tryCalls(5))).text).toMatch(/^3 .*all of its 3 tool calls/)
    expect(requests).toHaveLength(3)
    // The limit applies to each program separately.
    expect((await run(say.tryCalls(5))).text).toMatch(/^3 /)
  })

  test('passes large arguments and results', async () => {
    const { tools, requests } = toolsThat(async ({ args }) => ({ content: String(args.path).toUpperCase() }))
    const { run } = await openCode(language, { tools })
    const code =
      language === 'python'
        ? 'from hermes_tools import read_file\nresult = read_file("é" * 5_000_000)\nprint(len(result), result == "É" * 5_000_000)'
        : 'const result = await hermes.read_file("é".repeat(5_000_000)); console.log(result.length, result === "É".repeat(5_000_000))'
    expect((await run(code)).text).toMatch(/^5000000 [Tt]rue$/)
    expect(requests).toHaveLength(1)
  })

  test('reports the exit code and keeps the variables', async () => {
    const { run } = await openCode(language)
    await run(say.set('x', 5))
    expect(await run(say.exit(3))).toEqual({ text: '[exit code 3]', isError: true })
    expect(await run(say.exit(0))).toMatchObject({ isError: false })
    expect((await run(say.print('x'))).text).toBe('5')
  })

  test('reports when the process died and starts a new one for the next program', async () => {
    const { run } = await openCode(language)
    await run(say.set('x', 5))
    const { text, isError } = await run(say.die)
    expect(isError).toBe(true)
    expect(text).toMatch(/process of the program ended|was ended by/)
    expect(text).toContain('Variables are lost')
    expect((await run(say.print('1'))).text).toBe('1')
    expect((await run(say.print('x'))).isError).toBe(true)
  })

  test('ends a program after the timeout', async () => {
    const { run } = await openCode(language, { limits: { timeoutMs: 1_500 } })
    await run(say.set('x', 5))
    const { text, isError } = await run(say.forever)
    expect(isError).toBe(true)
    expect(text).toContain('The program was ended after 1.5 s.')
    // Only Python can be interrupted without losing its state.
    expect(text).toContain(language === 'python' ? 'Variables are kept.' : 'Variables are lost')
    expect((await run(say.print('x'))).isError).toBe(language !== 'python')
  })

  test('an interrupt ends the program but not the session', async () => {
    const { run } = await openCode(language)
    await run(say.set('x', 5))
    const interrupt = new AbortController()
    const running = run(`${say.print('"begun"')}\n${say.forever}`, {
      signal: interrupt.signal,
      report: (line) => line === 'begun' && interrupt.abort(),
    })
    expect((await running).text).toMatch(/^begun\n[\s\S]*The program was interrupted\./)
    expect((await run(say.print('1'))).text).toBe('1')
  })

  test('does not count time spent on approvals', async () => {
    const { tools } = toolsThat(async (_, { waiting }) => {
      waiting.begin()
      await delay(2_200)
      waiting.end()
      return { content: 'allowed' }
    })
    const { run } = await openCode(language, { tools, limits: { timeoutMs: 2_000 } })
    await run(say.set('x', 1))
    const code =
      language === 'python'
        ? 'import hermes_tools\nprint(hermes_tools.terminal("rm"))'
        : 'console.log(await hermes.terminal("rm"))'
    expect(await run(code)).toEqual({ text: 'allowed', isError: false })
  })

  test('cancels a running call when the program ends', async () => {
    const interrupt = new AbortController()
    let cancelled = false
    const { tools } = toolsThat(async (_, { signal }) => {
      interrupt.abort()
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      cancelled = true
      return { content: 'late' }
    })
    const { run } = await openCode(language, { tools })
    const code =
      language === 'python' ? 'import hermes_tools\nhermes_tools.terminal("x")' : 'await hermes.terminal("x")'
    expect((await run(code, { signal: interrupt.signal })).text).toContain('The program was interrupted.')
    await expect.poll(() => cancelled).toBe(true)
  })

  test('shows the start and end of large output with little memory', async () => {
    const { run } = await openCode(language)
    const before = process.memoryUsage().rss
    const megabyte = '"x" * 1048575 + "\\n"'
    const code =
      language === 'python'
        ? `import sys; print("first")\nfor n in range(1024): sys.stdout.write(${megabyte})\nprint("last")`
        : 'console.log("first"); for (let n = 0; n < 256; n++) process.stdout.write("x".repeat(1048575) + "\\n"); console.log("last")'
    const { text } = await run(code)
    expect(text.length).toBeLessThanOrEqual(50_000)
    expect(text).toMatch(/^first\n[\s\S]*left out[\s\S]*\nlast$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
  }, 300_000)

  test('stores output in a file when it is too long for the model', async () => {
    const { environment, folder } = await openWorkplace()
    const spill = createSpillStore({ place: spillFolder({ folder: join(folder, 'spilled') }) })
    const { run } = await openCode(language, { environment, spill, limits: { stdoutChars: 1_000 } })
    const code =
      language === 'python'
        ? 'for n in range(1000): print("line", n)'
        : 'for (let n = 0; n < 1000; n++) console.log("line", n)'
    const { text } = await run(code)
    expect(text.length).toBeLessThanOrEqual(1_000)
    const path = /all of it is in (\S+) /.exec(text)?.[1] ?? ''
    expect((await readFile(path, 'utf8')).split('\n').slice(0, 1_000)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => `line ${n}`),
    )
  })

  test('removes secrets from the output and from the environment of a program', async () => {
    const variables = { ...process.env, OPENAI_API_KEY: 'canary-5f1c' }
    const { folder: workingDirectory } = await openWorkplace()
    await using scrubbed = createLocalEnvironment({ workingDirectory, variables, killGraceMs: 300 })
    const { run } = await openCode(language, { environment: scrubbed })
    const key = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}`
    const { text } = await run(say.print(`"${key.slice(0, 40)}" + "${key.slice(40)}"`))
    expect(text).not.toContain(key)
    const dump = language === 'python' ? 'import os; print(dict(os.environ))' : 'console.log(process.env)'
    expect((await run(dump)).text).not.toContain('canary-5f1c')
  })

  test('a child process has no input and no channel to the agent, and its output belongs to the program', async () => {
    const { run } = await openCode(language)
    const list = 'read line || echo none; ls /dev/fd | grep -cx "[789]"; echo oops >&2; exit 3'
    const code =
      language === 'python'
        ? `import subprocess\nprint(subprocess.call(${JSON.stringify(list)}, shell=True))`
        : `console.log(require('child_process').spawnSync(${JSON.stringify(list)}, { shell: true, stdio: 'inherit' }).status)`
    expect((await run(code)).text).toBe('none\n0\n3')
  })

  test('programs start in the folder of the task with its variables', async () => {
    const shellOf = () => ({ folder: '/', variables: { GREETING: 'hello' } })
    const { run } = await openCode(language, { shellOf })
    const code =
      language === 'python'
        ? 'import os; print(os.getcwd(), os.environ["GREETING"])'
        : 'console.log(process.cwd(), process.env.GREETING)'
    expect((await run(code)).text).toBe('/ hello')
  })

  test('an argument that cannot be serialized is an error and does not block the program', async () => {
    const { run } = await openCode(language, { tools: toolsThat().tools })
    const code =
      language === 'python'
        ? `
import hermes_tools, pathlib
for bad in (float("nan"), {1}, "x" * (40 << 20)):
    try: hermes_tools.read_file(bad)
    except Exception as error: print(type(error).__name__)
print(hermes_tools.read_file(pathlib.Path("a")))`
        : `
for (const bad of [1n, 'x'.repeat(40 * 2 ** 20)]) await hermes.read_file(bad).catch((error) => console.log(error.name))
console.log((await hermes.read_file(new URL('file:///a'))).path)`
    expect((await run(code)).text.split('\n')).toEqual(
      language === 'python'
        ? ['ValueError', 'TypeError', 'ToolError', "{'path': 'a'}"]
        : ['TypeError', 'ToolError', 'file:///a'],
    )
  })

  test('exits when the agent is gone, even while a program runs', async () => {
    const { environment } = await openWorkplace()
    const started: EnvironmentProcess[] = []
    const watched: Environment = {
      ...environment,
      async spawn(...given) {
        const process = await environment.spawn(...given)
        if (given[0].keepsInput) started.push(process)
        return process
      },
    }
    const { run } = await openCode(language, { environment: watched })
    const { text } = await run(`${say.print('"begun"')}\n${say.forever}`, {
      report: (line) => line === 'begun' && started.at(-1)?.endInput?.(),
    })
    expect(text).toContain('was ended by SIGKILL')
  })

  test('leaves no process behind after disposal', async () => {
    const { code, run } = await openCode(language)
    const pid = Number((await run(say.pid)).text)
    expect(isGone(pid)).toBe(false)
    await code[Symbol.asyncDispose]()
    await expect.poll(() => isGone(pid), { timeout: 10_000 }).toBe(true)
  })

  test('ends the oldest kernels above the limit and tells the model once', async () => {
    const { run } = await openCode(language, { limits: { kernels: 1 } })
    await run(say.set('x', 1))
    await run(say.set('x', 2), { taskId: 'other' })
    expect((await run(say.print('3'))).text).toMatch(/^\[Variables of earlier programs are lost: [\s\S]*\]\n3$/)
    expect((await run(say.print('4'))).text).toBe('4')
  })

  test('ends an idle kernel', async () => {
    const { run } = await openCode(language, { limits: { idleMs: 10 } })
    const pid = Number((await run(say.pid)).text)
    await expect.poll(() => isGone(pid), { timeout: 10_000 }).toBe(true)
    expect((await run(say.print('3'))).text).toContain('not used for a long time')
  })

  test.skipIf(process.platform !== 'linux')(
    'the memory limit (Linux only) raises an error in the program',
    async () => {
      const { run } = await openCode(language, { limits: { memoryBytes: 2 ** 30 } })
      await run(say.set('x', 5))
      const code =
        language === 'python'
          ? 'data = [bytearray(2**29) for n in range(8)]'
          : 'const data = Array.from({ length: 8 }, () => new ArrayBuffer(2 ** 29))'
      expect((await run(code)).text).toMatch(/MemoryError|allocation failed/)
      expect((await run(say.print('x'))).text).toBe('5')
    },
  )
})
