import { promptTokens, type Usage } from '../contracts/model/usage.js'
import type { Budget, BudgetLimit, BudgetLimits, BudgetSpent } from '../contracts/turn/budget.js'

/** The limits in order of precedence, which decides which one is named when several are reached. */
export const budgetLimits: readonly BudgetLimit[] = ['iterations', 'tokens', 'durationMs', 'costUsd']

/**
 * Creates a budget that starts now. `monotonic` returns milliseconds from a monotonic clock.
 *
 * The tokens and cost of a call are only known afterwards. The limit therefore counts as reached when the running calls and the
 * next one, each with a summary, would exceed it at the size of the newest call.
 */
export function createBudget(limits: BudgetLimits, monotonic: () => number): Budget {
  return new TurnBudget(limits, monotonic)
}

class TurnBudget implements Budget {
  readonly limits: BudgetLimits
  readonly #monotonic: () => number
  readonly #startedAt: number
  #iterations = 0
  #underWay = 0
  #total = nothing
  #newest = nothing

  constructor(limits: BudgetLimits, monotonic: () => number) {
    this.limits = limits
    this.#monotonic = monotonic
    this.#startedAt = monotonic()
  }

  get spent(): BudgetSpent {
    const { tokens, microUsd } = this.#total
    return { iterations: this.#iterations, tokens, durationMs: this.#durationMs, costUsd: microUsd / 1e6 }
  }

  take(): boolean {
    if (this.exhausted()) return false
    this.#iterations += 1
    this.#underWay += 1
    return true
  }

  refund(): void {
    this.#iterations = Math.max(0, this.#iterations - 1)
  }

  count(usage: Usage): void {
    this.#newest = spendingOf(usage)
    const { tokens, microUsd } = this.#newest
    this.#total = { tokens: this.#total.tokens + tokens, microUsd: this.#total.microUsd + microUsd }
    this.#underWay = Math.max(0, this.#underWay - 1)
  }

  exhausted(): BudgetLimit | undefined {
    return budgetLimits.find((limit) => this.limits[limit] > 0 && this.#isReached(limit))
  }

  get #durationMs(): number {
    return this.#monotonic() - this.#startedAt
  }

  #isReached(limit: BudgetLimit): boolean {
    const { iterations, tokens, durationMs, costUsd } = this.limits
    switch (limit) {
      case 'iterations':
        return this.#iterations >= iterations
      case 'tokens':
        return this.#expected('tokens') > tokens
      case 'durationMs':
        return this.#durationMs >= durationMs
      case 'costUsd':
        return this.#expected('microUsd') > costUsd * 1e6
    }
  }

  #expected(what: keyof Spending): number {
    return this.#total[what] + this.#newest[what] * 2 * (this.#underWay + 1)
  }
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
