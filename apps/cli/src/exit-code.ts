/** How the process ends. Part of the public interface: scripts depend on the numbers. */
export const exitCode = {
  ok: 0,
  /** A command failed, or a turn ended without the answer that was asked for. */
  failed: 1,
  /** The command line itself was wrong. */
  usage: 2,
  /** The turn ended with an honest account instead of the work: its budget was used up, or it went round in circles. */
  unfinished: 3,
  /** Ctrl+C, SIGINT. */
  interrupted: 130,
  /** The reader of stdout went away. */
  brokenPipe: 141,
  /** SIGTERM. */
  terminated: 143,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
