/** A program of this machine, which ends by itself. */
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
  /** At most the first 16 million characters, as is {@link ProgramResult.stderr}. */
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a program to its end, with empty input. A program that fails is a result. It gets no variables but those of the person's files and
 * language: `PATH`, `HOME`.
 * @throws {HermesError} `package/malicious`; the reason of the signal, which ends the program.
 */
export type RunProgram = (request: ProgramRequest, options: { readonly signal: AbortSignal }) => Promise<ProgramResult>
