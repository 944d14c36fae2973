/** What one call, one batch and one wait may take. */
export interface ExecutorLimits {
  /** Characters of one result. Default 100,000. */
  readonly resultChars: number
  /** Characters of all results of one answer. Default 200,000; what comes after still gets 1,500 each. */
  readonly batchChars: number
  /** Calls that run at the same time. Default 8. */
  readonly parallelCalls: number
  /** How long one hook may take. Default 30,000. */
  readonly hookTimeoutMs: number
  /** How long a tool may go on after its signal was aborted before it is left to itself. Default 2,000. */
  readonly graceMs: number
  /** Tools that bound their own results: only the limit of the batch counts for them. Default `read_file`. */
  readonly selfBounded: readonly string[]
}

export const defaultLimits: ExecutorLimits = {
  resultChars: 100_000,
  batchChars: 200_000,
  parallelCalls: 8,
  hookTimeoutMs: 30_000,
  graceMs: 2_000,
  selfBounded: ['read_file'],
}

/** However much came before it, a result keeps this much. */
export const leastResultChars = 1_500
