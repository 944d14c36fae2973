/** Limits of calls, batches and waits. */
export interface ExecutorLimits {
  /** Maximum characters of one result, unless the tool sets another limit. Default: 100,000. */
  readonly resultChars: number
  /** Maximum characters of all results of one answer. Results beyond it still get 1,500 each. Default: 200,000. */
  readonly batchChars: number
  /** Maximum run time of one call, unless the tool sets another limit. Default: `Infinity`. */
  readonly callTimeoutMs: number
  /** Maximum number of concurrent calls. Default: 8. */
  readonly parallelCalls: number
  /** Maximum run time of one hook. Default: 30,000. */
  readonly hookTimeoutMs: number
  /** How long a tool may continue after its signal is aborted before it is abandoned. Default: 2,000. */
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

/** Minimum size of a result, even when the batch limit is used up. */
export const leastResultChars = 1_500

/** Typical number of characters per token for most texts and tokenizers. */
const charsPerToken = 4

/**
 * Adapts the limits to a context window in tokens. One result takes at most 15 % of the window and the results of one
 * answer at most 30 %, but never less than 8,000 and 16,000 characters. Without a window, the limits are unchanged.
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
