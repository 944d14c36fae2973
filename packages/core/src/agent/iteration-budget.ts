/**
 * How many model calls may still be made. One budget is shared, by reference, by a turn and everything that it starts.
 */
export interface IterationBudget {
  /** 0: no limit. */
  readonly max: number
  readonly used: number
  /** Takes one; `false` when none is left. */
  take(): boolean
  /** Gives one back. */
  refund(): void
}

export function createIterationBudget(max: number): IterationBudget {
  let used = 0
  return {
    max,
    get used() {
      return used
    },
    take() {
      if (max > 0 && used >= max) return false
      used += 1
      return true
    },
    refund() {
      used = Math.max(0, used - 1)
    },
  }
}

/** What the model is told when the budget runs low: from 70 % on to wrap up, from 90 % on to stop. */
export function budgetNotice({ used, max }: IterationBudget): string | undefined {
  if (max === 0 || used / max < 0.7) return undefined
  const left = max - used
  return used / max < 0.9
    ? `[BUDGET: Iteration ${used}/${max}. ${left} iterations left. Start consolidating your work.]`
    : `[BUDGET WARNING: Iteration ${used}/${max}. Only ${left} iteration(s) left. Provide your final response NOW.]`
}
