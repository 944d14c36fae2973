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
  /** Where commands start and relative paths begin. */
  readonly workingDirectory: string
  /** The agent's own variables (`process.env`, read by the app). Credentials are removed before a command sees them. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Variables that commands may see although their names look like credentials. Default: none. */
  readonly passThrough?: readonly string[]
  /** Default: `bash` from the search path, `/bin/sh` where there is none. */
  readonly shell?: string
  /** How long a process may take to follow a signal before it is killed. Default 2,000. */
  readonly killGraceMs?: number
  /** Holds every command. Default: commands may do what the agent may. */
  readonly sandbox?: CommandWrapper
  readonly services?: LocalServices
}

export interface LocalServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Marks the processes of this environment; must be unique on the machine. Default: a random UUID. */
  readonly generateId?: () => string
}

/**
 * Runs commands and keeps files on this machine (Linux and macOS). Terminals need the optional package `@lydell/node-pty`.
 *
 * A command is over when its shell has ended. What it left in the background lives on until the environment is disposed,
 * or the agent ends in whatever way; what it prints by then is dropped. With the first command, a small shell process is
 * started that notices the end of an agent which was killed with SIGKILL.
 *
 * On Linux, processes of a command are found by their session, their parents, a variable and a memory limit that none can take off. Out of
 * reach are those of another user (`sudo`), those that root has given another limit, and what a service of the machine starts on
 * their behalf (`systemd-run`, `docker run -d`). On macOS, processes that leave their group are. Only a sandbox holds these.
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
