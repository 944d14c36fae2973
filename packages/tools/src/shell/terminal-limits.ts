export interface TerminalLimits {
  /**
   * How long a command that names no time of its own may print nothing. Default 180,000. Without a place for processes it is
   * the time of the whole command.
   */
  readonly timeoutMs?: number
  /** The longest that a command is waited for, whatever it asks for. Default 600,000. */
  readonly maxTimeoutMs?: number
  /** Characters of output that the model gets; the middle of a longer one is left out. Default 50,000. */
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
