import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Lets Node.js run the sources, as vitest does: `.js` leads to `.ts`. */
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

/** `environment` and `start(command, terminal?)`, which resolves once the command has printed something. */
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

/** Another agent, in a process of its own, that runs a module in which there is an \`environment\` already. */
export interface AgentProcess extends AsyncDisposable {
  readonly pid: number
  /** The next line that it prints. */
  line(): Promise<string>
  /** All that it has printed since then, and how it ended. */
  readonly end: Promise<{ readonly stdout: string; readonly code: number | null }>
  kill(signal: NodeJS.Signals): void
}

/** `input` is what the script finds by this name; its own command line does not hold it. */
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
