import type { Budget, BudgetLimit, BudgetLimits } from '../contracts/budget.js'
import { promptTokens, type Usage } from '../contracts/usage.js'

/** Decides which limit is named when several are reached. */
export const budgetLimits: readonly BudgetLimit[] = ['iterations', 'tokens', 'durationMs', 'costUsd']

/**
 * Creates a budget that starts now. `monotonic` returns milliseconds from a monotonic clock.
 *
 * The tokens and cost of a call are only known afterwards. The limit therefore counts as reached when the running calls and the
 * next one, each with a summary, would exceed it at the size of the newest call.
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
