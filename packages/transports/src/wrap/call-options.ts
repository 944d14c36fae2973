import type { Transport } from '@hermes/core'
import type { RequestBudget } from './request-budget.js'

/**
 * The options of a call inside of decorators: those of the contract, and those that nested decorators share. Other transports ignore
 * the latter.
 */
export type CallOptions = Parameters<Transport['stream']>[1] & {
  /** Set by an outer decorator that counts the requests of this call. */
  readonly budget?: RequestBudget
  /**
   * Set by an outer decorator that has something better to do than to wait: when the provider asks for a longer delay, in milliseconds, the
   * call fails at once. Default: no such limit.
   */
  readonly longestWaitMs?: number
}
