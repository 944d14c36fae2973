export interface TerminalLimits {
  /**
   * How long a command without its own timeout may print nothing. Default 180,000. Without a process table it limits
   * the whole command.
   */
  readonly timeoutMs?: number
  /** The maximum time that a command is waited for. Default 600,000. */
  readonly maxTimeoutMs?: number
  /** Maximum characters of output for the model; the middle of a longer one is omitted. Default 50,000. */
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
