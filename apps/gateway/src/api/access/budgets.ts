import type { Person } from '@hermes/conversations'
import type { ValueTable } from '@hermes/core/sessions'
import { english } from '@hermes/safety/language'
import { createDailySpending, type Spending, type Spent } from '../../spending/daily-spending.js'
import { type Caller, holderOf } from '../request/caller.js'
import { noRetry } from '../request/no-retry.js'
import { RequestError } from '../request/request-error.js'
import type { ApiKeyHolder } from './api-key.js'

/** The daily budgets of named keys. */
export interface Budgets {
  /** Checks the budget of the caller's key. @throws {RequestError} when it is spent. */
  check(caller: Caller): Promise<void>
  /** Whether a key with this name is in force. */
  knows(name: string): Promise<boolean>
  /**
   * Returns why the key of a person gets no further turn: its budget is spent, or its running turns may need the rest.
   * @param ahead Number of its running turns.
   */
  refusalOf(person: Pick<Person, 'id'>, ahead: number): Promise<string | undefined>
  /** Returns why a scheduled job that the key of a person pays for does not run, which is that its budget is spent. */
  refusalOfJob(person: Pick<Person, 'id'>): Promise<string | undefined>
  /** Adds to the spending of a person's key. A turn that has started may exceed the budget. */
  charge(person: Pick<Person, 'id'>, spent: Spent): Promise<void>
  spentBy(name: string): Promise<Spending>
}

export interface BudgetsOptions {
  readonly values: ValueTable
  /** The named keys that are in force. */
  readonly holders: () => Promise<readonly ApiKeyHolder[]>
  /** Returns the number of running turns of a key. */
  readonly running: (name: string) => number
  readonly now: () => number
}

const dayMs = 24 * 60 * 60 * 1000

export function createBudgets({ values, holders, running, now }: BudgetsOptions): Budgets {
  const spending = createDailySpending({ values, namespace: 'api.spending', now })

  const find = async (name: string) => (await holders()).find((each) => each.name === name)

  /** Returns the budget that the key of a person has reached, with a sentence. */
  async function reachedBy(personId: string, ahead: number) {
    const name = holderOf({ userId: personId })
    if (name === undefined) return undefined
    const holder = await find(name)
    const reached = holder && (await spending.reached(holder.name, holder, ahead))
    if (!reached) return undefined
    const sentence = reached.isReserved
      ? `What is left of the ${reached.limit} of this key for today may be needed by its running turns: try again when they have ended.`
      : `This key has spent its ${reached.limit} of today: it has more after 0:00 UTC.`
    return { ...reached, sentence }
  }

  return {
    knows: async (name) => (await find(name)) !== undefined,
    spentBy: (name) => spending.of(name),
    refusalOf: async ({ id }, ahead) => (await reachedBy(id, ahead))?.sentence,
    async refusalOfJob({ id }) {
      const reached = await reachedBy(id, 0)
      return reached && english`The ${reached.limit} of today of its key are used up: there is more after 0:00 UTC.`
    },
    async check({ userId = '' }) {
      const reached = await reachedBy(userId, running(holderOf({ userId }) ?? ''))
      if (!reached) return
      const untilMidnight = { 'retry-after': `${Math.ceil((dayMs - (now() % dayMs)) / 1000)}`, ...noRetry }
      throw new RequestError(
        429,
        'budget_spent',
        reached.sentence,
        reached.isReserved ? {} : { headers: untilMidnight },
      )
    },
    async charge({ id }, spent) {
      const name = holderOf({ userId: id })
      if (name !== undefined) await spending.add(name, spent)
    },
  }
}
