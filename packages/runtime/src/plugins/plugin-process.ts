import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { HermesError, type JsonObject, type Logger } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'
import type { PluginCapabilities } from './manifest.js'
import { workerSource } from './worker-source.js'

/** The limits of a plugin's process. */
export interface ProcessLimits {
  /** The time limit of the start and of each call other than those of tools, in milliseconds. */
  readonly callMs: number
  /** The time limit of each tool call, in milliseconds. */
  readonly toolMs: number
  /** The maximum resident memory, in bytes. */
  readonly memoryBytes: number
  /** How many times the process is restarted within ten minutes. */
  readonly restarts: number
}

export const processLimits: ProcessLimits = {
  callMs: 10_000,
  toolMs: 120_000,
  memoryBytes: 512 * 2 ** 20,
  restarts: 3,
}

export interface PluginProcessOptions {
  readonly name: string
  /** The absolute path of the plugin's folder. */
  readonly folder: string
  readonly capabilities: PluginCapabilities
  /** The variables that the plugin may read. */
  readonly variables: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
  readonly logger: Logger
  /** Answers the plugin's `host.fetch`. Rejects for a host that is not declared. */
  fetch(request: WorkerMessage): Promise<JsonObject>
  /** Called in each new process before any other call. */
  begin(call: PluginCall): Promise<void>
}

/** A message from the process of a plugin. Nothing in it can be trusted. */
export type WorkerMessage = Readonly<Record<string, unknown>>

export type PluginCall = (type: string, data: JsonObject, options?: CallOptions) => Promise<unknown>

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly limitMs?: number
  readonly report?: (text: string) => void
}

/** A plugin in a separate process, which starts with the first call, and again after it has ended. */
export interface PluginProcess extends AsyncDisposable {
  /** Calls the plugin. @throws {HermesError} `plugin/process` when the plugin fails, is late, uses too much memory or has ended too often. */
  readonly call: PluginCall
}

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly report: ((text: string) => void) | undefined
}

interface Running {
  readonly call: PluginCall
  readonly ready: Promise<void>
  end(problem: HermesError): void
}

const restartWindowMs = 10 * 60_000
const watchMs = 250

export function createPluginProcess(options: PluginProcessOptions): PluginProcess {
  const { name, limits } = options
  const starts: number[] = []
  let current: Promise<Running> | undefined

  async function open(): Promise<Running> {
    const now = performance.now()
    const recent = starts.filter((at) => now - at < restartWindowMs)
    if (recent.length > limits.restarts) throw failed(name, `ended ${recent.length} times and is not started again`)
    starts.push(now)
    const running = await startProcess(options, () => {
      current = undefined
    })
    await running.ready
    return running
  }

  return {
    async call(type, data, callOptions) {
      current ??= open().catch((error: unknown) => {
        current = undefined
        throw error
      })
      return (await current).call(type, data, callOptions)
    },
    async [Symbol.asyncDispose]() {
      const running = await current?.catch(() => undefined)
      running?.end(failed(name, 'was stopped'))
    },
  }
}

async function startProcess(options: PluginProcessOptions, onEnd: () => void): Promise<Running> {
  const { name, limits, logger } = options
  const child = await spawnWorker(options)
  const pending = new Map<string, Pending>()
  let number = 0
  let ended: HermesError | undefined

  const end = (problem: HermesError) => {
    if (ended) return
    ended = problem
    clearInterval(watch)
    onEnd()
    child.kill('SIGKILL')
    for (const { reject } of pending.values()) reject(problem)
    pending.clear()
  }
  const watch = setInterval(async () => {
    const used = await residentBytes(child.pid)
    if (used > limits.memoryBytes) end(failed(name, `used more than ${limits.memoryBytes / 2 ** 20} MB of memory`))
  }, watchMs)
  watch.unref()
  child.once('exit', (code, signal) => end(failed(name, `ended (${signal ?? `code ${code}`})`)))
  child.on('error', (cause) => end(failed(name, 'could not be started', cause)))
  child.on('message', (message) => {
    if (isRecord(message)) void receive(message)
  })

  /** Sends a message. If the process has just ended, its exit is noticed elsewhere. */
  function post(message: JsonObject): void {
    if (!ended && child.connected) child.send(message, () => undefined)
  }

  async function receive(message: WorkerMessage): Promise<void> {
    const { type, id } = message
    if (type === 'log') logger.log('info', `The plugin ${name}: ${String(message.message).slice(0, 2_000)}`)
    else if (type === 'fetch' && typeof id === 'string') {
      const reply: JsonObject = await options.fetch(message).then(
        (value) => ({ value }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      )
      post({ type: 'reply', id, ...reply })
    } else if (typeof id === 'string') settle(id, message)
  }

  function settle(id: string, { type, value, text, error }: WorkerMessage): void {
    const waiting = pending.get(id)
    if (type === 'report') waiting?.report?.(String(text))
    else if (type === 'done') waiting?.resolve(value)
    else if (type === 'failed') waiting?.reject(failed(name, `failed: ${String(error)}`))
  }

  const call: PluginCall = (type, data, { signal, limitMs = limits.callMs, report } = {}) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      number += 1
      const id = `p${number}`
      const settled = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        pending.delete(id)
      }
      // A process that does not answer may be in an endless loop, which can only be stopped by ending the process.
      const timer = setTimeout(
        () => end(failed(name, `did not answer within ${limitMs / 1_000} s and was ended`)),
        limitMs,
      )
      const abort = () => {
        post({ type: 'abort', id })
        settled()
        reject(signal?.reason)
      }
      pending.set(id, {
        report,
        resolve: (value) => {
          settled()
          resolve(value)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      post({ type, id, data })
    })

  const ready = options.begin(call).catch((error: unknown) => {
    end(failed(name, 'did not start', error))
    throw error
  })
  return { call, ready, end }
}

async function spawnWorker({
  folder,
  capabilities,
  variables,
  limits,
  logger,
  name,
}: PluginProcessOptions): Promise<ChildProcess> {
  const own = await realpath(folder)
  const { files, processes } = capabilities
  const flags = [
    '--permission',
    ...[own, ...files.read, ...files.write].map((path) => `--allow-fs-read=${path}`),
    ...files.write.map((path) => `--allow-fs-write=${path}`),
    ...(processes ? ['--allow-child-process'] : []),
    `--max-old-space-size=${Math.floor(limits.memoryBytes / 2 ** 21)}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    '--input-type=module',
  ]
  const child = spawn(process.execPath, [...flags, '-e', workerSource], {
    cwd: own,
    env: { ...variables, ...(processes && { HERMES_PLUGIN_PROCESSES: '1' }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) =>
      logger.log('info', `The plugin ${name}: ${data.toString('utf8').slice(0, 2_000).trim()}`),
    )
  }
  return child
}

/** Returns the resident memory in bytes. It is only known on Linux; elsewhere, the limit of the heap applies. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
    return Number(pages) * 4_096
  } catch {
    // The process has just ended.
    return 0
  }
}

function failed(name: string, what: string, cause?: unknown): HermesError {
  return new HermesError('plugin/process', `The plugin ${name} ${what}.`, { cause })
}
