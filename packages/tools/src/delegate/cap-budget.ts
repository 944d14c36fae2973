import type { Budget, BudgetLimit, BudgetLimits, BudgetSpent, Usage } from '@hermes/core'

/**
 * Creates a share of a budget, limited to `iterations` model calls. The share spends from the whole, and spending by
 * others reduces it too. With 0 iterations, returns the whole.
 */
export function capBudget(whole: Budget, iterations: number): Budget {
  return iterations === 0 ? whole : new CappedBudget(whole, iterations)
}

class CappedBudget implements Budget {
  readonly #whole: Budget
  readonly #iterations: number
  #taken = 0

  constructor(whole: Budget, iterations: number) {
    this.#whole = whole
    this.#iterations = iterations
  }

  get limits(): BudgetLimits {
    const { limits, spent } = this.#whole
    const left = this.#taken + Math.max(0, limits.iterations - spent.iterations)
    const own = limits.iterations === 0 ? this.#iterations : Math.min(this.#iterations, left)
    return { ...limits, iterations: own }
  }

  get spent(): BudgetSpent {
    return { ...this.#whole.spent, iterations: this.#taken }
  }

  take(): boolean {
    if (this.#taken >= this.#iterations || !this.#whole.take()) return false
    this.#taken += 1
    return true
  }

  refund(): void {
    this.#taken = Math.max(0, this.#taken - 1)
    this.#whole.refund()
  }

  count(usage: Usage): void {
    this.#whole.count(usage)
  }

  exhausted(): BudgetLimit | undefined {
    return this.#whole.exhausted() ?? (this.#taken >= this.#iterations ? 'iterations' : undefined)
  }
}
