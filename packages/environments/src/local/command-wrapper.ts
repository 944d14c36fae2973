/** A command line and where it would run. */
export interface WrappableCommand {
  /** The program and its arguments, nothing left for a shell to read. */
  readonly argv: readonly string[]
  /** Absolute. */
  readonly workingDirectory: string
  /** What the command will find in its environment, complete. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Puts a command into something that holds it: a sandbox.
 *
 * What comes back is started in the place of the command: in the same folder, with the same variables, in a session of its own.
 * It has to pass on standard input, output and error, the terminal if there is one, and the variables
 * (`HERMES_PROCESS_ID` among them tells which processes belong to the command), and to end with the command's exit code. It is
 * ended by signals to its process group.
 */
export interface CommandWrapper {
  /** @throws {EnvironmentError} when the command cannot be held; it is then not run at all. */
  wrap(command: WrappableCommand): Promise<{ readonly argv: readonly string[] }>
}
