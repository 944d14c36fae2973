import type { CommandOwner } from '@hermes/core/environment'

/** Command line with its working directory and variables. */
export interface WrappableCommand {
  /** Program and its arguments. Contains nothing for a shell to expand. */
  readonly argv: readonly string[]
  /** Absolute path of the working directory. */
  readonly workingDirectory: string
  /** Complete environment variables of the command. */
  readonly variables: Readonly<Record<string, string>>
  readonly owner?: CommandOwner
}

/** Program that is started instead of the command. */
export interface LaunchableCommand {
  readonly argv: readonly string[]
  /** Complete environment variables of this program. */
  readonly variables: Readonly<Record<string, string>>
  /** Called when the command has ended. A returned text is appended to its output. Must not reject. */
  readonly ended?: () => Promise<string | undefined>
}

/**
 * Wraps commands to run in a sandbox.
 *
 * The returned program is started instead of the command, in the same folder and in a separate session. It must pass on
 * the standard streams, the terminal if there is one, and the variables, and must exit with the command's exit code. It
 * is ended by signals to its process group.
 *
 * A command may set variables such as `LD_PRELOAD` or `BASH_ENV`, which make programs execute code. Programs outside of
 * the sandbox must therefore not receive the command's variables, except `HERMES_PROCESS_ID`, which identifies the
 * processes of the command.
 */
export interface CommandWrapper {
  /** @throws {EnvironmentError} when the command cannot be sandboxed. It is then not run. */
  wrap(command: WrappableCommand): Promise<LaunchableCommand>
}
