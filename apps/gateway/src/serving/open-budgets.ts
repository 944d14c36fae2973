import type { Logger } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import type { PeopleSettings } from '@hermes/runtime'
import type { ApiKeyHolder } from '../api/access/api-key.js'
import { type Budgets, createBudgets } from '../api/access/budgets.js'
import { createPeopleBudgets, hasBudgets, type PeopleBudgets } from '../chats/people/people-budgets.js'
import { createDailySpending } from '../spending/daily-spending.js'
import { createDeferredSpending, type DeferredSpending } from '../spending/deferred-spending.js'
import { createRunningTurns, type RunningTurns } from '../spending/running-turns.js'

/** The daily budgets of a home. */
export interface HomeBudgets {
  readonly ofKeys: Budgets
  readonly ofPeople: PeopleBudgets
  /** The spending of people in chats. */
  readonly spending: DeferredSpending
}

export interface OpenBudgetsOptions {
  readonly values: ValueTable
  /** The settings `people`, read at each decision. */
  readonly people: () => PeopleSettings
  /** The named keys that are in force. */
  readonly holders: () => Promise<readonly ApiKeyHolder[]>
  /** The running turns. Default: none. */
  readonly running?: RunningTurns
  readonly logger: Logger
}

export function openBudgets(options: OpenBudgetsOptions): HomeBudgets {
  const { values, people, holders, running = createRunningTurns(), logger } = options
  const now = Date.now
  const spending = createDeferredSpending(createDailySpending({ values, namespace: 'chat.spending', now }), {
    hasLimits: () => hasBudgets(people()),
    logger,
  })
  return {
    ofKeys: createBudgets({ values, holders, running: running.of, now }),
    ofPeople: createPeopleBudgets({ spending, people }),
    spending,
  }
}
