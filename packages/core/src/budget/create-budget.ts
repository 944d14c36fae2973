import type { Budget, BudgetLimit, BudgetLimits } from '../contracts/budget.js'
import { promptTokens } from '../contracts/usage.js'

/** The order in which a limit is named when several are reached at once. */
export const budgetLimits: readonly BudgetLimit[] = ['iterations', 'tokens', 'durationMs', 'costUsd']

/** A budget that begins to run now. `monotonic` gives milliseconds that never go back. */
export function createBudget(limits: BudgetLimits, monotonic: () => number): Budget {
  const startedAt = monotonic()
  let iterations = 0
  let tokens = 0
  let microUsd = 0
  const budget: Budget = {
    limits,
    get spent() {
      return { iterations, tokens, durationMs: monotonic() - startedAt, costUsd: microUsd / 1e6 }
    },
    take() {
      if (budget.exhausted()) return false
      iterations += 1
      return true
    },
    refund() {
      iterations = Math.max(0, iterations - 1)
    },
    count(usage) {
      tokens += promptTokens(usage) + usage.outputTokens
      if (usage.cost && 'microUsd' in usage.cost) microUsd += usage.cost.microUsd
    },
    exhausted() {
      const { spent } = budget
      return budgetLimits.find((limit) => limits[limit] > 0 && spent[limit] >= limits[limit])
    },
  }
  return budget
}
