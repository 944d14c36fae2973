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
  /** There: absolute, or relative to the home folder. */
  readonly workingDirectory: string
  /** What every command gets beside what it finds there. */
  readonly variables: Readonly<Record<string, string>>
  readonly killGraceMs: number
  readonly services?: RemoteServices | undefined
}

export interface RemoteServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Marks the processes of this environment; must be unique. Default: a random UUID. */
  readonly generateId?: () => string
}

/** From the end of all processes until their exits are given up. */
const lastExitsMs = 1_000

/**
 * Runs commands and keeps files in another place, over a connection that is made anew when it was lost.
 * @throws {EnvironmentError} when the place cannot be reached, or has no such folder.
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
        `There is no folder ${workingDirectory} on ${link.name} to work in: make it, or name another.`,
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
      // Disposed or aborted while it was starting.
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
