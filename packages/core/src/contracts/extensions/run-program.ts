/** A program on this machine that ends by itself. */
export interface ProgramRequest {
  /** Its name in the search path, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  /** Absolute. Must exist. */
  readonly workingDirectory: string
}

export interface ProgramResult {
  /** The exit status as a shell reports it: 127 if there is no such program. */
  readonly code: number
  /** At most the first 16 million characters. The same limit applies to {@link ProgramResult.stderr}. */
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program to its end, with empty input. A program that fails is a result, not an error. The program gets only the variables for
 * the person's files and language: `PATH`, `HOME`.
 * @throws {HermesError} `package/malicious`; the signal's reason once it is aborted, which ends the program.
 */
export type RunProgram = (request: ProgramRequest, options: { readonly signal: AbortSignal }) => Promise<ProgramResult>
