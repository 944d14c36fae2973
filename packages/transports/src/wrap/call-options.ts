import type { Transport } from '@hermes/core'
import type { RequestBudget } from './request-budget.js'

/**
 * The options of a call inside of decorators: those of the contract, and the budget that nested decorators share. Other transports ignore
 * the budget.
 */
export type CallOptions = Parameters<Transport['stream']>[1] & {
  /** Set by an outer decorator that counts the requests of this call. */
  readonly budget?: RequestBudget
}
