import type { Budget, BudgetLimit, BudgetLimits } from '../contracts/budget.js'
import { promptTokens, type Usage } from '../contracts/usage.js'

/** The order in which a limit is named when several are reached at once. */
export const budgetLimits: readonly BudgetLimit[] = ['iterations', 'tokens', 'durationMs', 'costUsd']

/**
 * A budget that begins to run now. `monotonic` gives milliseconds that never go back.
 *
 * Tokens and money are known only once they are spent: the limit counts as reached when the calls under way and the next one,
 * each with one more to sum up, would go past it, if they cost what the newest one did.
 */
export function createBudget(limits: BudgetLimits, monotonic: () => number): Budget {
  const startedAt = monotonic()
  let iterations = 0
  let underWay = 0
  let total = nothing
  let newest = nothing
  const expected = (what: keyof Spending) => total[what] + newest[what] * 2 * (underWay + 1)
  const isReached: Readonly<Record<BudgetLimit, () => boolean>> = {
    iterations: () => iterations >= limits.iterations,
    tokens: () => expected('tokens') > limits.tokens,
    durationMs: () => monotonic() - startedAt >= limits.durationMs,
    costUsd: () => expected('microUsd') > limits.costUsd * 1e6,
  }
  const budget: Budget = {
    limits,
    get spent() {
      const { tokens, microUsd } = total
      return { iterations, tokens, durationMs: monotonic() - startedAt, costUsd: microUsd / 1e6 }
    },
    take() {
      if (budget.exhausted()) return false
      iterations += 1
      underWay += 1
      return true
    },
    refund() {
      iterations = Math.max(0, iterations - 1)
    },
    count(usage) {
      newest = spendingOf(usage)
      total = { tokens: total.tokens + newest.tokens, microUsd: total.microUsd + newest.microUsd }
      underWay = Math.max(0, underWay - 1)
    },
    exhausted: () => budgetLimits.find((limit) => limits[limit] > 0 && isReached[limit]()),
  }
  return budget
}

interface Spending {
  readonly tokens: number
  readonly microUsd: number
}

const nothing: Spending = { tokens: 0, microUsd: 0 }

function spendingOf(usage: Usage): Spending {
  const microUsd = usage.cost && 'microUsd' in usage.cost ? usage.cost.microUsd : 0
  return { tokens: promptTokens(usage) + usage.outputTokens, microUsd }
}
