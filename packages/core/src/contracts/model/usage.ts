export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'

/**
 * How a stored message ended. `interrupted`: the displayed part of an answer whose turn was interrupted, kept on request. `failed`: the
 * result of a call that failed or did not run.
 */
export type StoredFinishReason = FinishReason | 'interrupted' | 'failed'

/** The tokens of one or more calls. The three input classes do not overlap: their sum is what the model read. */
export interface Usage {
  /** Input that was neither read from the provider's cache nor written to it. */
  readonly inputTokens: number
  /** Everything that the model wrote, including reasoning. */
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of `outputTokens` that was reasoning, if the provider reports it. */
  readonly reasoningTokens: number
  /** What the tokens cost. Absent when no price was looked up. */
  readonly cost?: Cost
}

/** What tokens cost. If a price is missing, the cost is `unknown`, never 0. */
export type Cost =
  | {
      /** `partial`: only some of the calls have a known price, and `microUsd` covers those. */
      readonly status: 'estimated' | 'partial'
      /** Integer millionths of a dollar. */
      readonly microUsd: number
      /** The source of the prices: `models.dev`, `bundled`, `config`. */
      readonly source: string
      /** The edition of the price list, for example `2026-07-02`. For several calls, the edition for the latest call. */
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

/** All tokens that the model read. */
export function promptTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}

/** The cost of usage: `unknown` for tokens without a price, `undefined` when there are no tokens. */
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
