import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Lets Node.js run the sources, like vitest: `.js` resolves to `.ts`. */
const hooks = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(specifier, context, next) {
    try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
  } })`

const nodeArguments = [
  '--conditions=@hermes/source',
  ...['--import', `data:text/javascript,${encodeURIComponent(hooks)}`],
  '--input-type=module',
]

const localEnvironment = JSON.stringify(new URL('../src/local/local-environment.ts', import.meta.url).href)

/** Defines `environment` and `start(command, terminal?)`, which resolves when the command has printed something. */
const prelude = `
  import { createLocalEnvironment } from ${localEnvironment}
  const environment = createLocalEnvironment({ workingDirectory: '/', variables: process.env, killGraceMs: 300 })
  const input = JSON.parse(process.env.TEST_INPUT)
  const spawn = (request) => environment.spawn(request, { signal: new AbortController().signal })
  const start = async (command, terminal) => {
    const running = await spawn({ command, ...(terminal && { terminal: { columns: 80, rows: 24 } }) })
    for await (const { data } of running.output) { process.stdout.write(data); break }
    return running
  }`

/** Another agent in its own process, running a module with a predefined \`environment\`. */
export interface AgentProcess extends AsyncDisposable {
  readonly pid: number
  /** The next printed line. */
  line(): Promise<string>
  /** The remaining output and the exit code. */
  readonly end: Promise<{ readonly stdout: string; readonly code: number | null }>
  kill(signal: NodeJS.Signals): void
}

/** `input` is available to the script under this name. It does not appear on the command line. */
export async function startAgent(script: string, input: unknown = null): Promise<AgentProcess> {
  const child = spawn(process.execPath, [...nodeArguments, '--eval', `${prelude}\n${script}`], {
    env: { ...process.env, TEST_INPUT: JSON.stringify(input) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child, 'spawn')
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? Number.NaN,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error('The agent has ended.')
      return value
    },
    get end() {
      return restOf(lines).then(async (stdout) => ({ stdout, code: (await exited)[0] }))
    },
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function restOf(lines: AsyncIterator<string>): Promise<string> {
  const all: string[] = []
  for (let line = await lines.next(); !line.done; line = await lines.next()) all.push(line.value)
  return all.join('\n')
}
