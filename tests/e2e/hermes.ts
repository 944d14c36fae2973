import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const main = join(root, 'apps/cli/dist/main.js')

export interface Ended {
  /** The exit code; `null` when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string | Uint8Array
  readonly cwd?: string
  /** The Node that runs it. Default: the Node that runs the tests. */
  readonly node?: string
}

/** A running instance of the built `hermes`. */
export interface Hermes {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when the output so far matches; rejects when the process ends without a match. */
  prints(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpExecArray>
}

/** A temporary home and working folder, and the built `hermes` in them. */
export interface Sandbox extends Disposable {
  readonly home: string
  readonly workspace: string
  write(name: string, content: string | Uint8Array): void
  writeHome(name: string, content: string): void
  readHome(name: string): string
  start(args: readonly string[], options?: StartOptions): Hermes
  run(args: readonly string[], options?: StartOptions): Promise<Ended>
}

export function createSandbox(): Sandbox {
  const home = mkdtempSync(join(tmpdir(), 'hermes-home-'))
  const workspace = mkdtempSync(join(tmpdir(), 'hermes-work-'))
  const start = (args: readonly string[], options: StartOptions = {}) =>
    startHermes(args, { cwd: workspace, ...options, env: { HERMES_HOME: home, ...options.env } })
  return {
    home,
    workspace,
    write: (name, content) => writeFileSync(join(workspace, name), content),
    writeHome: (name, content) => writeFileSync(join(home, name), content),
    readHome: (name) => readFileSync(join(home, name), 'utf8'),
    start,
    run: (args, options) => start(args, options).ended,
    [Symbol.dispose]() {
      // A program that was just killed may still be writing.
      const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }
      for (const folder of [home, workspace]) rmSync(folder, options)
    },
  }
}

function startHermes(args: readonly string[], { env, stdin, cwd, node = process.execPath }: StartOptions): Hermes {
  const child = spawn(node, [main, ...args], {
    cwd,
    // No settings of the machine: no keys, no config, no colors.
    env: { PATH: process.env.PATH, HOME: env?.HERMES_HOME ?? '/nonexistent', LANG: 'C.UTF-8', ...env },
    stdio: 'pipe',
  })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8')
    child[stream].on('data', (text: string) => {
      printed[stream] += text
    })
  }
  child.stdin.on('error', () => child.stdin.destroy())
  child.stdin.end(stdin)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }))
  })
  return {
    process: child,
    ended,
    prints: (pattern, stream = 'stdout') => watch(child, printed, pattern, stream, ended),
  }
}

function watch(
  child: ChildProcess,
  printed: Readonly<Record<'stdout' | 'stderr', string>>,
  pattern: RegExp,
  stream: 'stdout' | 'stderr',
  ended: Promise<Ended>,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = pattern.exec(printed[stream])
      if (match) resolve(match)
      return match !== null
    }
    if (look()) return
    child[stream]?.on('data', look)
    void ended.then((result) => {
      if (!look()) reject(new Error(`hermes ended without printing ${pattern}: ${JSON.stringify(result)}`))
    })
  })
}

/** Returns the flags that select a fake provider. */
export function provider(baseUrl: string): readonly string[] {
  return ['--provider', 'custom', '--base-url', baseUrl, '--api-key', 'test-key', '-m', 'fake-model']
}
