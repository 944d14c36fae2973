import type { Transport } from '@hermes/core'
import type { RequestBudget } from './request-budget.js'

/**
 * Options of a call inside decorators: those of the contract, and those that nested decorators share. Transports ignore
 * the latter.
 */
export type CallOptions = Parameters<Transport['stream']>[1] & {
  /** Budget set by an outer decorator that counts the requests of this call. */
  readonly budget?: RequestBudget
  /**
   * Longest delay to wait for, in milliseconds, set by an outer decorator that has an alternative to waiting. When the
   * provider asks for a longer delay, the call fails immediately. Default: no limit.
   */
  readonly longestWaitMs?: number
}
