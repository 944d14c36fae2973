export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'

/** Tokens of one call or of several. The three input classes are disjoint: their sum is what the model read. */
export interface Usage {
  /** Input that came neither from the provider's cache nor was written to it. */
  readonly inputTokens: number
  /** Everything the model wrote, reasoning included. */
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of `outputTokens` that was reasoning, as far as the provider tells. */
  readonly reasoningTokens: number
}

export const noUsage: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
  }
}

/** All the tokens that the model read. */
export function promptTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}
