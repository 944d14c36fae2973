import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { sideModel } from '../world/world-model.js'
import { busyModeOf } from '../world/world-network.js'
import type { ClockMessage } from './world-clock.js'
import { worldVariable } from './world-variable.js'

export interface ReplicaOptions {
  readonly name: string
  /** The program, and the arguments before those of the gateway. */
  readonly program: readonly string[]
  /** The folder of the logs, which is also the working folder. */
  readonly folder: string
  /** The folder of the homes. Default: `folder`. */
  readonly homes?: string
  /** The address of the world. Each life of the process appends its number. */
  readonly worldUrl: string
  /** The section of the settings that names the database. Default: SQLite in the home. */
  readonly database?: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Called when the process ended without being told to. */
  readonly onFailure: (reason: string) => void
}

/** A gateway process that is restarted whenever it was killed. */
export interface Replica extends AsyncDisposable {
  readonly name: string
  readonly home: string
  /** Number of orderly stops that reached their time limit, for example because the database was unavailable, so that the process ended itself. */
  readonly forcedStops: number
  /** Kills the process with SIGKILL, and starts it again. */
  kill(): void
  /** Stops the process in an orderly way, and starts it again. */
  restart(): void
  /** Sets the clock of the process ahead by `aheadMs`, until it is started again. */
  setClock(aheadMs: number): void
}

export function startReplica(options: ReplicaOptions): Replica {
  const { name, program, folder, homes = folder, worldUrl, database = '', env, onFailure } = options
  const [home, workspace] = [join(homes, name), join(folder, 'work')]
  const log = join(folder, `${name}.log`)
  for (const each of [home, workspace]) mkdirSync(each, { recursive: true })
  writeFileSync(join(workspace, 'note.txt'), 'A note.\n')
  const variables = {
    ...Object.fromEntries(['PATH', 'TMPDIR', 'LANG'].flatMap((each) => (env[each] ? [[each, env[each]]] : []))),
    HOME: home,
    HERMES_HOME: home,
    API_SERVER_KEY: randomBytes(24).toString('hex'),
  }
  let child: ChildProcess
  let isStopping = false
  let life = 0
  let forcedStops = 0
  /** How the processes ended that were told to. */
  const ended = new WeakMap<ChildProcess, 'killed' | 'stopped'>()

  function start(): void {
    const [command = '', ...args] = program
    life += 1
    const url = `${worldUrl}.${life}`
    writeFileSync(join(home, 'config.yaml'), settingsOf(url) + database)
    const begun = spawn(command, [...args, 'prove-replica', '--port', '0'], {
      cwd: workspace,
      env: { ...variables, [worldVariable]: url },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = begun
    for (const stream of [begun.stdout, begun.stderr]) stream?.on('data', (data: Buffer) => appendFileSync(log, data))
    begun.once('exit', (code, signal) => {
      const end = ended.get(begun)
      if (isStopping) return
      const isForced = end === 'stopped' && code === forcedCode
      if (isForced) forcedStops += 1
      // A process that is told to stop during its start is ended by the signal.
      const isStopped = end === 'stopped' && (code === 0 || signal === 'SIGTERM' || isForced)
      const isAsTold = end === 'killed' || isStopped
      if (!isAsTold) onFailure(`${name} ended with ${code ?? signal}: ${lastLine(log)}`)
      start()
    })
  }

  start()
  return {
    name,
    home,
    get forcedStops() {
      return forcedStops
    },
    kill() {
      ended.set(child, 'killed')
      child.kill('SIGKILL')
    },
    restart() {
      if (ended.has(child)) return
      ended.set(child, 'stopped')
      child.kill('SIGTERM')
    },
    setClock(aheadMs) {
      const message: ClockMessage = { aheadMs }
      // A process that was killed starts with the right time.
      if (child.connected) child.send(message, () => undefined)
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      const exited = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The exit code of a gateway whose orderly stop takes too long. */
const forcedCode = 128 + constants.signals.SIGTERM

/** The networks that join bursts of messages. */
const joining: ReadonlySet<string> = new Set(['keyed', 'edited'])

function settingsOf(worldUrl: string): string {
  const platforms = Object.entries(busyModeOf).map(([name, busy_mode]) => {
    const batch_seconds = joining.has(name) ? 0.1 : 0
    return [name, { allow_all: true, busy_mode, batch_seconds }]
  })
  return `model: { provider: custom, base_url: "${worldUrl}/model/v1", default: prove, api_key: none, context_length: 200000 }
agent: { max_recoveries: 1000 }
auxiliary: { title_generation: { enabled: false }, background_review: { model: ${sideModel} } }
display: { busy_ack_enabled: false }
platforms: ${JSON.stringify(Object.fromEntries(platforms))}
`
}

function lastLine(path: string): string {
  if (!existsSync(path)) return ''
  return readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''
}
