import type { Usage } from '../model/usage.js'

/**
 * What a turn may still spend. A turn and every run that it starts share one budget by reference, so all children together
 * cannot spend more than their parent may.
 */
export interface Budget {
  readonly limits: BudgetLimits
  readonly spent: BudgetSpent
  /** Reserves one model call. Returns `false` when a limit is reached. */
  take(): boolean
  /** Returns one reserved model call. */
  refund(): void
  /** Adds the usage of a finished model call. */
  count(usage: Usage): void
  /** Returns the limit that was reached, if any. */
  exhausted(): BudgetLimit | undefined
}

/** 0: no limit. */
export interface BudgetLimits {
  /** Model calls. */
  readonly iterations: number
  /** Input and output tokens of all calls. */
  readonly tokens: number
  readonly durationMs: number
  /** US dollars. Calls without a known price do not count. */
  readonly costUsd: number
}

export type BudgetLimit = keyof BudgetLimits

export type BudgetSpent = BudgetLimits
