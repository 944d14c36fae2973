import { type Cost, costOf, promptTokens, type Usage } from '@hermes/core'

/** Divides a whole number by weights: the parts are whole, too, and add up to it. */
export function splitCount(count: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let weight = 0
  let given = 0
  return weights.map((own) => {
    weight += own
    const part = Math.round((count * weight) / total) - given
    given += part
    return part
  })
}

/** Divides usage by weights: its parts add up to it. */
export function splitUsage(usage: Usage, weights: readonly number[]): readonly Usage[] {
  const split = (count: number) => splitCount(count, weights)
  const input = split(usage.inputTokens)
  const output = split(usage.outputTokens)
  const read = split(usage.cacheReadTokens)
  const write = split(usage.cacheWriteTokens)
  const reasoning = split(usage.reasoningTokens)
  const costs = splitCost(usage.cost, weights)
  return weights.map((_, index) => {
    const part = {
      inputTokens: input[index] ?? 0,
      outputTokens: output[index] ?? 0,
      cacheReadTokens: read[index] ?? 0,
      cacheWriteTokens: write[index] ?? 0,
      reasoningTokens: reasoning[index] ?? 0,
    }
    const cost = costs[index]
    // What nothing was used for has no cost that could be unknown.
    return cost && promptTokens(part) + part.outputTokens > 0 ? { ...part, cost } : part
  })
}

function splitCost(cost: Cost | undefined, weights: readonly number[]): readonly (Cost | undefined)[] {
  if (!cost || cost.status === 'unknown') return weights.map(() => cost)
  return splitCount(cost.microUsd, weights).map((microUsd) => ({ ...cost, microUsd }))
}

/** What is left of a sum when one of its parts is taken away. */
export function subtractUsage(sum: Usage, part: Usage): Usage {
  const cost = subtractCost(sum.cost, costOf(part))
  return {
    inputTokens: sum.inputTokens - part.inputTokens,
    outputTokens: sum.outputTokens - part.outputTokens,
    cacheReadTokens: sum.cacheReadTokens - part.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens - part.cacheWriteTokens,
    reasoningTokens: sum.reasoningTokens - part.reasoningTokens,
    ...(cost && { cost }),
  }
}

function subtractCost(sum: Cost | undefined, part: Cost | undefined): Cost | undefined {
  if (!sum || sum.status === 'unknown' || !part || part.status === 'unknown') return sum
  const microUsd = Math.max(0, sum.microUsd - part.microUsd)
  // Only some of the calls have a known price, and those were the others.
  return sum.status === 'partial' && microUsd === 0 ? { status: 'unknown' } : { ...sum, microUsd }
}
