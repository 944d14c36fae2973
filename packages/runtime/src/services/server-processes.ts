import type { Environment, Logger } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import { createLocalEnvironment, withSearchPathOutside } from '@hermes/environments'
import type { StdioEndpoint } from '@hermes/mcp'
import { shellQuote } from '@hermes/safety'
import type { Variables } from '../home/home-paths.js'
import type { PackageCheck } from '../malware/package-check.js'

/** The programs of servers. They run on this machine, outside the sandbox of commands, and end with the agent, however it ends. */
export interface ServerProcesses extends AsyncDisposable {
  start(endpoint: StdioEndpoint, signal: AbortSignal): Promise<EnvironmentProcess>
}

export interface ServerProcessesOptions {
  /** Checks the package of a program before it starts. */
  readonly packages: PackageCheck
  readonly workingDirectory: string
  readonly variables: Variables
  readonly logger: Logger
}

export function createServerProcesses({
  workingDirectory,
  variables,
  logger,
  packages,
}: ServerProcessesOptions): ServerProcesses {
  let environment: Environment | undefined
  // Created with the first server, because most processes start none.
  const opened = () => {
    environment ??= createLocalEnvironment({
      workingDirectory,
      variables: withSearchPathOutside(workingDirectory, constantVariables(variables)),
      services: { logger },
    })
    return environment
  }
  return {
    async start({ command, args, variables: own, workingDirectory: folder }, signal) {
      await packages.assertHarmless({ command, args }, signal)
      return opened().spawn(
        {
          // The server replaces the shell, so that signals reach it.
          command: `exec ${[command, ...args].map(shellQuote).join(' ')}`,
          variables: own,
          keepsInput: true,
          ...(folder !== undefined && { workingDirectory: folder }),
        },
        { signal },
      )
    },
    [Symbol.asyncDispose]: async () => environment?.[Symbol.asyncDispose](),
  }
}

const constantNames = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TERM|SHELL|TMPDIR|XDG_\w+)$/

/** Selects the variables that programs need to find the user's files. All others, secrets included, are declared in the settings of a server. */
function constantVariables(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => constantNames.test(name)))
}
