import { describeError, type Environment, type Logger, silentLogger } from '@hermes/core'
import { scrubVariables } from '../local/scrub-variables.js'
import { pickVariables } from '../remote/pick-variables.js'
import { createRemoteEnvironment, type RemoteServices } from '../remote/remote-environment.js'
import { pushFiles, type SyncedFile } from '../remote/sync-files.js'
import { createSshLink, type SshTarget } from './ssh-link.js'

export interface SshEnvironmentOptions extends SshTarget {
  /** Path on the host: absolute, or relative to the home folder. Default: the home folder. */
  readonly workingDirectory?: string
  /** Environment variables of the agent (`process.env`). `ssh` receives them without credentials. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Names of variables that commands on the host also receive. Default: none. */
  readonly passThrough?: readonly string[]
  /** Files that are copied to the host at the start, and copied back at the end if they changed there. Default: none. */
  readonly synced?: readonly SyncedFile[]
  /** How long a process may take to react to a signal before it is killed. Default: 2,000. */
  readonly killGraceMs?: number
  /** Path or name of the `ssh` program. Default: `ssh` from the search path. */
  readonly program?: string
  readonly services?: RemoteServices
}

/**
 * Runs commands and stores files on another host, over one connection of the system's `ssh` (OpenSSH) with the user's
 * ssh configuration. The host needs a POSIX shell with the usual utilities; `bash` is used when present.
 *
 * All remote processes end with the connection, and therefore with the agent, even when it is killed. A lost connection
 * is reopened for the next command.
 *
 * @throws {EnvironmentError} when the host cannot be reached.
 */
export async function createSshEnvironment(options: SshEnvironmentOptions): Promise<Environment> {
  const { variables, passThrough = [], program = 'ssh', workingDirectory = '~', services } = options
  const environment = await createRemoteEnvironment({
    id: 'ssh',
    // A host has its own files to protect.
    isolation: 'none',
    link: createSshLink({ target: options, program, variables: scrubVariables(variables) }),
    workingDirectory,
    variables: pickVariables(variables, passThrough),
    killGraceMs: options.killGraceMs ?? 2_000,
    services,
  })
  return withFiles(environment, options.synced ?? [], services?.logger ?? silentLogger)
}

async function withFiles(environment: Environment, files: readonly SyncedFile[], logger: Logger): Promise<Environment> {
  if (files.length === 0) return environment
  try {
    const { pull } = await pushFiles(environment, files, logger)
    return {
      ...environment,
      async [Symbol.asyncDispose]() {
        await pull().catch((error: unknown) => {
          logger.log('warn', 'Changes on the host could not be copied back.', { error: describeError(error) })
        })
        await environment[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await environment[Symbol.asyncDispose]()
    throw error
  }
}
