/** A command line and where it would run. */
export interface WrappableCommand {
  /** The program and its arguments, nothing left for a shell to read. */
  readonly argv: readonly string[]
  /** Absolute. */
  readonly workingDirectory: string
  /** What the command will find in its environment, complete. */
  readonly variables: Readonly<Record<string, string>>
}

/** What is started in the place of a command: the program that holds it. */
export interface LaunchableCommand {
  readonly argv: readonly string[]
  /** What this program itself is started with, complete. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Puts a command into something that holds it: a sandbox.
 *
 * What comes back is started in the place of the command: in the same folder, in a session of its own. It has to pass on standard input,
 * output and error, the terminal if there is one, and the variables, and to end with the command's exit code. It is ended by signals to
 * its process group.
 *
 * A command may have set any variable: `LD_PRELOAD`, `BASH_ENV` and the like make programs run what they name. So whatever runs outside of
 * what holds the command must not get them as variables. `HERMES_PROCESS_ID` alone is kept: it tells which processes belong to the command.
 */
export interface CommandWrapper {
  /** @throws {EnvironmentError} when the command cannot be held; it is then not run at all. */
  wrap(command: WrappableCommand): Promise<LaunchableCommand>
}
