/** What one call, one batch and one wait may take. */
export interface ExecutorLimits {
  /** Characters of one result, unless its tool says otherwise. Default 100,000. */
  readonly resultChars: number
  /** Characters of all results of one answer. Default 200,000; what comes after still gets 1,500 each. */
  readonly batchChars: number
  /** How long one call may run, unless its tool says otherwise. Default `Infinity`. */
  readonly callTimeoutMs: number
  /** Calls that run at the same time. Default 8. */
  readonly parallelCalls: number
  /** How long one hook may take. Default 30,000. */
  readonly hookTimeoutMs: number
  /** How long a tool may go on after its signal was aborted before it is left to itself. Default 2,000. */
  readonly graceMs: number
}

export const defaultLimits: ExecutorLimits = {
  resultChars: 100_000,
  batchChars: 200_000,
  callTimeoutMs: Number.POSITIVE_INFINITY,
  parallelCalls: 8,
  hookTimeoutMs: 30_000,
  graceMs: 2_000,
}

/** However much came before it, a result keeps this much. */
export const leastResultChars = 1_500

/** Of most texts and most tokenizers. */
const charsPerToken = 4

/**
 * The limits for a model with a window of so many tokens: one result takes at most 15 % of it and one answer's results
 * 30 %, but 8,000 and 16,000 characters are theirs in any case. Without a window the limits stay as they are.
 */
export function fitToWindow<Limits extends Pick<ExecutorLimits, 'resultChars' | 'batchChars'>>(
  limits: Limits,
  contextWindow: number | undefined,
): Limits {
  if (contextWindow === undefined) return limits
  const share = (part: number, least: number) => Math.max(least, Math.floor(contextWindow * charsPerToken * part))
  return {
    ...limits,
    resultChars: Math.min(limits.resultChars, share(0.15, 8_000)),
    batchChars: Math.min(limits.batchChars, share(0.3, 16_000)),
  }
}
