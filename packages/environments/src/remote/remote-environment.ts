import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Environment, EnvironmentError, type Logger, silentLogger } from '@hermes/core'
import type { SpawnRequest } from '@hermes/core/environment'
import { toAbsolute } from '../local/file-system.js'
import { type Connection, createConnection } from './connection.js'
import { filePrelude } from './file-scripts.js'
import { createRemoteFiles } from './remote-files.js'
import type { RemoteLink } from './remote-link.js'
import { type RemoteProcess, startRemote } from './remote-process.js'
import { createScriptRunner } from './run-script.js'

export interface RemoteEnvironmentOptions {
  readonly id: string
  readonly isolation: NonNullable<Environment['isolation']>
  readonly link: RemoteLink
  /** Path on the remote side: absolute, or relative to the home folder. */
  readonly workingDirectory: string
  /** Additional variables for every command. */
  readonly variables: Readonly<Record<string, string>>
  readonly killGraceMs: number
  readonly services?: RemoteServices | undefined
}

export interface RemoteServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Generates an id that marks the processes of this environment. Must be unique. Default: a random UUID. */
  readonly generateId?: () => string
}

/** How long to wait for the exits after all processes have ended. */
const lastExitsMs = 1_000

/**
 * Runs commands and stores files at a remote place, over a connection that is reopened when it is lost.
 *
 * @throws {EnvironmentError} when the place cannot be reached or the folder does not exist.
 */
export async function createRemoteEnvironment(options: RemoteEnvironmentOptions): Promise<Environment> {
  const { link, killGraceMs, services: { logger = silentLogger, generateId = randomUUID } = {} } = options
  const connection = createConnection({ link, graceMs: killGraceMs, id: generateId(), logger })
  try {
    const { home } = await connection.get()
    const workingDirectory = toAbsolute(options.workingDirectory, { workingDirectory: home, home })
    const files = createRemoteFiles(createScriptRunner({ link, connection, prelude: filePrelude }), {
      workingDirectory,
      home,
    })
    if ((await files.stat(workingDirectory))?.kind !== 'directory') {
      throw new EnvironmentError(
        `The working folder ${workingDirectory} does not exist on ${link.name}: create it, or choose another one.`,
      )
    }
    const processes = createProcesses({ ...options, workingDirectory, home, connection, logger })
    return { id: options.id, isolation: options.isolation, workingDirectory, files, ...processes }
  } catch (error) {
    await connection.close()
    throw error
  }
}

interface ProcessesOptions extends RemoteEnvironmentOptions {
  readonly home: string
  readonly connection: Connection
  readonly logger: Logger
}

function createProcesses(options: ProcessesOptions): Pick<Environment, 'spawn' | typeof Symbol.asyncDispose> {
  const { link, connection, workingDirectory, home, variables, logger } = options
  const running = new Set<RemoteProcess>()
  let count = 0
  let disposal: Promise<void> | undefined

  const report = (isGone: boolean) => {
    if (!isGone) logger.log('warn', `Some processes of a command on ${link.name} could not be ended.`)
  }
  const start = async (request: SpawnRequest, signal: AbortSignal) => {
    const guardian = await connection.get()
    const folder = toAbsolute(request.workingDirectory ?? workingDirectory, { workingDirectory, home })
    count += 1
    return startRemote({ link, guardian, request, folder, variables, marker: `${guardian.marker}${count}.` }, signal)
  }
  const dispose = async () => {
    const exits = [...running].map((process) => process.exit)
    await Promise.all([...running].map((process) => process.end('SIGTERM')))
    await Promise.race([Promise.all(exits), delay(lastExitsMs)])
    await connection.close()
  }
  return {
    async spawn(request, { signal }) {
      signal.throwIfAborted()
      if (disposal) throw new EnvironmentError('The environment is closed: create a new one to run commands.')
      const process = await start(request, signal)
      running.add(process)
      const end = () => void process.end('SIGTERM').then(report)
      // The environment was disposed or the signal aborted during the start.
      if (disposal || signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      void process.exit.then(() => {
        signal.removeEventListener('abort', end)
        running.delete(process)
      })
      return process
    },
    [Symbol.asyncDispose]() {
      disposal ??= dispose()
      return disposal
    },
  }
}
