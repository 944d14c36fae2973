import type { PeopleSettings } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import { type DailyLimits, type DailySpending, isLimited, type ReachedLimit } from '../../spending/daily-spending.js'
import type { ChatRole } from '../network/known-person.js'

/** The daily budgets of people in chats, from the settings `people`. */
export interface PeopleBudgets {
  /**
   * Returns why a person gets no further turn: their budget is spent, or their running turns may need the rest.
   * @param ahead Number of their running turns.
   */
  refusalOfTurn(personId: string, role: ChatRole, ahead: number): Promise<string | undefined>
  /** Returns why a scheduled job of a person does not run, worded for them and for the owner: their budget is spent. */
  refusalOfJob(personId: string, role: ChatRole): Promise<string | undefined>
}

export interface PeopleBudgetsOptions {
  readonly spending: Pick<DailySpending, 'reached'>
  /** Read at each decision. */
  readonly people: () => PeopleSettings
}

export function createPeopleBudgets({ spending, people }: PeopleBudgetsOptions): PeopleBudgets {
  async function reachedBy(personId: string, role: ChatRole, ahead: number): Promise<ReachedLimit | undefined> {
    if (role === 'owner') return undefined
    const limits: DailyLimits = people().budgets[personId] ?? people()[role]
    return spending.reached(personId, limits, ahead)
  }

  return {
    async refusalOfTurn(personId, role, ahead) {
      const reached = await reachedBy(personId, role, ahead)
      if (!reached) return undefined
      return reached.isReserved
        ? `What is left of your ${reached.limit} of today may be needed by what already works for you. Try again when that has ended.`
        : `You have used your ${reached.limit} of today. There is more after 0:00 UTC.`
    },
    async refusalOfJob(personId, role) {
      const reached = await reachedBy(personId, role, 0)
      return reached && english`The ${reached.limit} of today of its person are used up: there is more after 0:00 UTC.`
    },
  }
}

/** Whether anybody has a budget. */
export function hasBudgets({ budgets, admin, user, guest }: PeopleSettings): boolean {
  const all: readonly DailyLimits[] = [admin, user, guest, ...Object.values(budgets)]
  return all.some(isLimited)
}

/** Whether the usage of this person is counted. It is counted even without budgets, so that one that is set during a day covers the whole day. */
export function isCounted(personId: string): boolean {
  return !/^(?:local$|api$|api:|key:)/.test(personId)
}
