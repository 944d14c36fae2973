import type { Usage } from './usage.js'

/**
 * How much a turn may still spend. One budget is shared, by reference, by a turn and every run that it starts, so that
 * children cannot spend more together than their parent was given.
 */
export interface Budget {
  readonly limits: BudgetLimits
  readonly spent: BudgetSpent
  /** Takes one model call; `false` when a limit is reached. */
  take(): boolean
  /** Gives one model call back. */
  refund(): void
  /** Counts what a model call has used. */
  count(usage: Usage): void
  /** The limit that is reached, if any. */
  exhausted(): BudgetLimit | undefined
}

/** 0: no limit. */
export interface BudgetLimits {
  /** Model calls. */
  readonly iterations: number
  /** Read and written, all calls together. */
  readonly tokens: number
  readonly durationMs: number
  /** US dollars, as far as the calls have a price that is known. */
  readonly costUsd: number
}

export type BudgetLimit = keyof BudgetLimits

export type BudgetSpent = BudgetLimits
