import type { CommandOwner } from '@hermes/core/environment'

/** A command line with its working directory and variables. */
export interface WrappableCommand {
  /** The program and its arguments, with nothing left for a shell to expand. */
  readonly argv: readonly string[]
  /** An absolute path. */
  readonly workingDirectory: string
  /** The complete environment variables of the command. */
  readonly variables: Readonly<Record<string, string>>
  readonly owner?: CommandOwner
}

/** The program that is started instead of the command. */
export interface LaunchableCommand {
  readonly argv: readonly string[]
  /** The complete environment variables of this program. */
  readonly variables: Readonly<Record<string, string>>
  /** Called when the command has ended. A returned text is added to its output. Must not reject. */
  readonly ended?: () => Promise<string | undefined>
}

/**
 * Wraps commands to run in a sandbox.
 *
 * The returned program is started instead of the command, in the same folder and in its own session. It must pass on
 * standard streams, the terminal if there is one, and the variables, and must exit with the command's exit code. It is
 * ended by signals to its process group.
 *
 * A command may set variables such as `LD_PRELOAD` or `BASH_ENV`, which make programs execute code. So programs outside
 * of the sandbox must not get the command's variables, except `HERMES_PROCESS_ID`, which identifies the processes of
 * the command.
 */
export interface CommandWrapper {
  /** @throws {EnvironmentError} when the command cannot be sandboxed. It is then not run. */
  wrap(command: WrappableCommand): Promise<LaunchableCommand>
}
