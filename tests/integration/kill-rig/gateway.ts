import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url))

/** A home and working folder that outlive killed gateways. Disposing it ends the last one. */
export interface Place extends Disposable {
  readonly databasePath: string
  readonly workspace: string
  /** The key of the clients. */
  readonly key: string
  start(): Gateway
}

/** A built gateway in its own process group. */
export interface Gateway {
  /** Resolves to its address when it serves; rejects when it ends before that. */
  readonly url: Promise<string>
  /** Resolves when it has ended, with the exit code or signal and its error output. */
  readonly ended: Promise<{ readonly how: number | string | null; readonly stderr: string }>
  /** Kills the whole group if it has not ended. */
  kill(): void
  /** Sends a stop signal. */
  stop(): void
}

export function createPlace(providerUrl: string): Place {
  const home = mkdtempSync(join(tmpdir(), 'hermes-kill-home-'))
  const workspace = mkdtempSync(join(tmpdir(), 'hermes-kill-work-'))
  const key = 'made-up-key-of-the-kill-rig'
  writeFileSync(join(home, 'config.yaml'), settings(providerUrl))
  const variables = {
    HERMES_HOME: home,
    HOME: home,
    API_SERVER_KEY: key,
    NODE_COMPILE_CACHE: join(home, '.compiled'),
  }
  const gateways: Gateway[] = []
  return {
    databasePath: join(home, 'state.db'),
    workspace,
    key,
    start() {
      const gateway = startGateway(workspace, variables)
      gateways.push(gateway)
      return gateway
    },
    [Symbol.dispose]() {
      for (const gateway of gateways) gateway.kill()
      for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Returns settings with a small window and few messages, so that conversations are compressed within and between turns.
 */
const settings = (providerUrl: string) => `
model:
  provider: custom
  base_url: ${providerUrl}
  default: fake-model
  context_length: 24000
toolsets: [terminal]
context:
  engine: sliding-window
compression:
  protect_last_n: 2
  hygiene_hard_message_limit: 24
`

function startGateway(cwd: string, variables: Readonly<Record<string, string>>): Gateway {
  const child = spawn(process.execPath, [main, 'run', '--port', '0'], {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  const url = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<{ how: number | string | null; stderr: string }>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
      const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\/v1)/.exec(printed.stdout) ?? []
      if (found) url.resolve(found)
    })
  }
  child.once('error', ended.reject)
  child.once('close', (code, signal) => {
    ended.resolve({ how: code ?? signal, stderr: printed.stderr })
    url.reject(new Error(`The gateway has ended (${code ?? signal}): ${printed.stderr}`))
  })
  // It may be killed before its address is awaited.
  url.promise.catch(() => undefined)
  return {
    url: url.promise,
    ended: ended.promise,
    kill() {
      const isRunning = child.exitCode === null && child.signalCode === null
      if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
    stop: () => void child.kill('SIGTERM'),
  }
}
