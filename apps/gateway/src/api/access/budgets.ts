import type { Person } from '@hermes/conversations'
import type { Usage } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { createDailySpending, type Spending } from '../../spending/daily-spending.js'
import { type Caller, holderOf } from '../request/caller.js'
import { noRetry } from '../request/no-retry.js'
import { RequestError } from '../request/request-error.js'
import type { ApiKeyHolder } from './api-key.js'

/** The daily budgets of named keys. */
export interface Budgets {
  /** @throws {RequestError} when the budget of the caller's key is spent. */
  check(caller: Caller): Promise<void>
  /** Adds usage to what the key of a person has spent. A turn that has begun may exceed the budget. */
  charge(by: Pick<Person, 'id'>, usage: Usage, source: 'turn' | 'call'): Promise<void>
  spentBy(name: string): Promise<Spending>
}

export interface BudgetsOptions {
  readonly values: ValueTable
  readonly holders: readonly ApiKeyHolder[]
  readonly now: () => number
}

const dayMs = 24 * 60 * 60 * 1000

export function createBudgets({ values, holders, now }: BudgetsOptions): Budgets {
  const byName = new Map(holders.map((holder) => [holder.name, holder]))
  const spending = createDailySpending({ values, namespace: 'api.spending', now })
  return {
    spentBy: (name) => spending.of(name),
    async check(caller) {
      const holder = byName.get(holderOf(caller) ?? '')
      const budget = holder && (await spending.reached(holder.name, holder))
      if (budget === undefined) return
      const sentence = `This key has spent its ${budget} of today: it has more after 0:00 UTC.`
      const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000)
      throw new RequestError(429, 'budget_spent', sentence, { headers: { 'retry-after': `${seconds}`, ...noRetry } })
    },
    async charge({ id }, usage, source) {
      const name = holderOf({ userId: id })
      if (name !== undefined) await spending.add(name, usage, source)
    },
  }
}
