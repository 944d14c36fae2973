export interface TerminalLimits {
  /**
   * Maximum time without output of a command that has no timeout. Without a process table, it limits the whole command.
   * Default: 180,000.
   */
  readonly timeoutMs?: number
  /** Maximum time that a call waits for a command. Default: 600,000. */
  readonly maxTimeoutMs?: number
  /** Maximum characters of output for the model. The middle of longer output is omitted. Default: 50,000. */
  readonly outputCharacters?: number
}

export type Limits = Required<TerminalLimits>

export function withDefaults({
  timeoutMs = 180_000,
  maxTimeoutMs = 600_000,
  outputCharacters = 50_000,
}: TerminalLimits = {}): Limits {
  return { timeoutMs: Math.min(timeoutMs, maxTimeoutMs), maxTimeoutMs, outputCharacters }
}
