/** Exit codes of the programs. Part of the public interface: scripts depend on them. */
export const exitCode = {
  ok: 0,
  /** A command failed, or a turn ended without an answer. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** The turn ended with a summary instead of an answer, because its budget was used up or it repeated itself. */
  unfinished: 3,
  /** The program was interrupted by Ctrl+C (SIGINT). */
  interrupted: 130,
  /** The reader of stdout closed the pipe. */
  brokenPipe: 141,
  /** The program was terminated by SIGTERM. */
  terminated: 143,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
