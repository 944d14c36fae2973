import type { Budget } from '@hermes/core'

/**
 * A share of a budget, limited to `iterations` model calls. It spends from the whole, and what others spend of the
 * whole reduces the share too.
 */
export function capBudget(whole: Budget, iterations: number): Budget {
  if (iterations === 0) return whole
  let taken = 0
  return {
    get limits() {
      const { limits, spent } = whole
      const left = limits.iterations === 0 ? iterations : taken + Math.max(0, limits.iterations - spent.iterations)
      return { ...limits, iterations: Math.min(iterations, left) }
    },
    get spent() {
      return { ...whole.spent, iterations: taken }
    },
    take() {
      if (taken >= iterations || !whole.take()) return false
      taken += 1
      return true
    },
    refund() {
      taken = Math.max(0, taken - 1)
      whole.refund()
    },
    count: (usage) => whole.count(usage),
    exhausted: () => whole.exhausted() ?? (taken >= iterations ? 'iterations' : undefined),
  }
}
