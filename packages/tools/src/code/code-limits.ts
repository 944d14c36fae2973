/** What one program and the kernels of all tasks may take. */
export interface CodeLimits {
  /** How long a program may run; the time in which a person is asked about a call does not count. Default 300,000. */
  readonly timeoutMs: number
  /** Tool calls of one program. Default 50. */
  readonly toolCalls: number
  /** Characters of standard output that the model gets; the middle of a longer one is left out. Default 50,000. */
  readonly stdoutChars: number
  /** Characters of standard error that the model gets. Default 10,000. */
  readonly stderrChars: number
  /** How long a task's state is kept when no program runs. Default 1,800,000. */
  readonly idleMs: number
  /** Kernels that are kept at the same time; those that wait longest go first. Default 4. */
  readonly kernels: number
  /** Memory of a kernel in bytes, where the system can hold it to that; 0 for no limit. Default 4 GiB. */
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
