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
  /** What they cost. Absent where nobody asked for it. */
  readonly cost?: Cost
}

/** What tokens cost, as far as that is known: never 0 for want of a price. */
export type Cost =
  | {
      /** `partial`: only some of the calls have a price that is known, and `microUsd` is theirs. */
      readonly status: 'estimated' | 'partial'
      /** Integer millionths of a dollar. */
      readonly microUsd: number
      /** Whose prices: `models.dev`, `bundled`, `config`. */
      readonly source: string
      /** Which edition of them, such as `2026-07-02`. Of several calls: that of the newest one. */
      readonly version: string
    }
  | { readonly status: 'unknown' }

export const noUsage: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})

/** `right` is the newer one. */
export function addUsage(left: Usage, right: Usage): Usage {
  const cost = addCost(costOf(left), costOf(right))
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    ...(cost && (left.cost || right.cost) && { cost }),
  }
}

/** All the tokens that the model read. */
export function promptTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}

/** What is known of the cost: tokens that nobody has priced have an unknown one. `undefined` where there is nothing to price. */
export function costOf(usage: Usage): Cost | undefined {
  return usage.cost ?? (promptTokens(usage) + usage.outputTokens > 0 ? unknownCost : undefined)
}

const unknownCost: Cost = Object.freeze({ status: 'unknown' })

function addCost(left: Cost | undefined, right: Cost | undefined): Cost | undefined {
  if (!left || !right) return left ?? right
  if (right.status === 'unknown') return left.status === 'unknown' ? right : { ...left, status: 'partial' }
  if (left.status === 'unknown') return { ...right, status: 'partial' }
  const status = left.status === 'partial' ? 'partial' : right.status
  return { ...right, status, microUsd: left.microUsd + right.microUsd }
}
