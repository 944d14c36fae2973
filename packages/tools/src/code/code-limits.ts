/** Limits of one program, and of the kernels of all tasks. */
export interface CodeLimits {
  /** Maximum run time of a program, not counting time spent on approvals. Default: 300,000. */
  readonly timeoutMs: number
  /** Maximum number of tool calls per program. Default: 50. */
  readonly toolCalls: number
  /** Maximum characters of standard output for the model. The middle of longer output is omitted. Default: 50,000. */
  readonly stdoutChars: number
  /** Maximum characters of standard error for the model. Default: 10,000. */
  readonly stderrChars: number
  /** How long an idle task keeps its state. Default: 1,800,000. */
  readonly idleMs: number
  /** Maximum number of kernels. The least recently used ones are ended first. Default: 4. */
  readonly kernels: number
  /** Memory limit of a kernel in bytes, where the system supports one; 0 means no limit. Default: 4 GiB. */
  readonly memoryBytes: number
}

export const defaultCodeLimits: CodeLimits = {
  timeoutMs: 300_000,
  toolCalls: 50,
  stdoutChars: 50_000,
  stderrChars: 10_000,
  idleMs: 1_800_000,
  kernels: 4,
  memoryBytes: 4 * 2 ** 30,
}
