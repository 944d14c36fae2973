import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type Environment, type Logger, silentLogger } from '@hermes/core'
import { childVariables } from './child-variables.js'
import type { CommandWrapper } from './command-wrapper.js'
import { createFileSystem, toAbsolute } from './file-system.js'
import { findShell } from './find-shell.js'
import { createProcessGroups } from './process-groups.js'
import { scrubVariables } from './scrub-variables.js'
import { startProcess } from './start-process.js'

export interface LocalEnvironmentOptions {
  /** Working directory of commands and base of relative paths. */
  readonly workingDirectory: string
  /** Environment variables of the agent (`process.env`). Commands receive them without credentials. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Names of variables that commands receive although they look like credentials. Default: none. */
  readonly passThrough?: readonly string[]
  /** Shell that runs the commands. Default: `bash` from the search path, or else `/bin/sh`. */
  readonly shell?: string
  /** How long a process may take to react to a signal before it is killed. Default: 2,000. */
  readonly killGraceMs?: number
  /** Wraps every command in a sandbox. Default: commands have the permissions of the agent. */
  readonly sandbox?: CommandWrapper
  readonly services?: LocalServices
}

export interface LocalServices {
  /** Default: silent. */
  readonly logger?: Logger
  /**
   * Generates an id that marks the processes of this environment. Must be unique on the machine. Default: a random
   * UUID.
   */
  readonly generateId?: () => string
}

/**
 * Runs commands and stores files on this machine (Linux and macOS). Terminals need the optional package
 * `@lydell/node-pty`.
 *
 * A command has ended when its shell has exited. Its background processes run until the environment is disposed or the
 * agent ends for any reason; their later output is dropped. The first command also starts a small shell process that
 * detects when the agent is killed with SIGKILL.
 *
 * On Linux, the processes of a command are found by their session, their parents, a variable, and a memory limit that
 * they cannot remove. Processes of another user (`sudo`), processes that root has given another limit, and processes
 * that a system service starts for a command (`systemd-run`, `docker run -d`) are not found. On macOS, processes that
 * leave their group are not found. Only a sandbox contains such processes.
 */
export function createLocalEnvironment(options: LocalEnvironmentOptions): Environment {
  const { killGraceMs = 2_000, passThrough = [], sandbox, services = {} } = options
  const { logger = silentLogger, generateId = randomUUID } = services
  const workingDirectory = resolve(options.workingDirectory)
  const base = scrubVariables(options.variables, { passThrough })
  const home = base.HOME ?? homedir()
  const shell = options.shell ?? findShell(base, workingDirectory)
  const groups = createProcessGroups({ id: generateId(), graceMs: killGraceMs, logger })

  return {
    id: 'local',
    isolation: sandbox ? 'sandbox' : 'none',
    workingDirectory,
    files: createFileSystem({ workingDirectory, home }),
    async spawn({ command, variables: requested = {}, ...request }, { signal }) {
      signal.throwIfAborted()
      const folder = toAbsolute(request.workingDirectory ?? workingDirectory, { workingDirectory, home })
      return groups.start(
        (mark) =>
          startProcess({
            ...request,
            shell,
            command,
            workingDirectory: folder,
            variables: childVariables({
              base,
              requested,
              workingDirectory: folder,
              marker: mark.variable,
              terminal: request.terminal,
            }),
            ...(sandbox && { sandbox }),
            mark,
            graceMs: killGraceMs,
          }),
        signal,
      )
    },
    [Symbol.asyncDispose]: () => groups.dispose(),
  }
}
