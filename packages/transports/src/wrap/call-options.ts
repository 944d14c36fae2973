import type { Transport } from '@hermes/core'
import type { RequestBudget } from './request-budget.js'

/**
 * What a decorator is called with: the contract's options, and what decorators around each other share of one call. A
 * transport that does not know the budget is not harmed by it.
 */
export type CallOptions = Parameters<Transport['stream']>[1] & {
  /** Set by a decorator further out, which counts the requests of this call. */
  readonly budget?: RequestBudget
}
