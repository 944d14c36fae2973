import type { Budget, BudgetLimit } from '../contracts/turn/budget.js'
import { budgetLimits } from './create-budget.js'

export interface BudgetNotice {
  readonly level: 'caution' | 'warning'
  readonly limit: BudgetLimit
  /** The text for the model. */
  readonly text: string
}

const cautionAt = 0.7
const warningAt = 0.9

/** Returns the warning for the model when a budget runs low: wrap up from 70%, stop from 90%. */
export function budgetNotice(budget: Budget): BudgetNotice | undefined {
  const { limits, spent } = budget
  const shareOf = (limit: BudgetLimit) => (limits[limit] > 0 ? spent[limit] / limits[limit] : 0)
  const limit = budgetLimits.reduce((worst, next) => (shareOf(next) > shareOf(worst) ? next : worst))
  const share = shareOf(limit)
  if (share < cautionAt) return undefined
  const [state, left] = describe[limit](spent[limit], limits[limit])
  return share < warningAt
    ? { level: 'caution', limit, text: `[BUDGET: ${state}. ${left} left. Start consolidating your work.]` }
    : {
        level: 'warning',
        limit,
        text: `[BUDGET WARNING: ${state}. Only ${leftOf(left)} left. Provide your final response NOW.]`,
      }
}

type Describe = (spent: number, limit: number) => readonly [state: string, left: string]

const describe: Readonly<Record<BudgetLimit, Describe>> = {
  iterations: (spent, limit) => [`Iteration ${spent}/${limit}`, `${Math.max(0, limit - spent)} iterations`],
  tokens: (spent, limit) => [`${grouped(spent)} of ${grouped(limit)} tokens used`, `${grouped(limit - spent)} tokens`],
  durationMs: (spent, limit) => [
    `${seconds(spent)} of ${seconds(limit)} seconds used`,
    `${seconds(limit - spent)} seconds`,
  ],
  costUsd: (spent, limit) => [`$${spent.toFixed(2)} of $${limit.toFixed(2)} spent`, `$${(limit - spent).toFixed(2)}`],
}

/** Uses a plural that covers one iteration and several. */
function leftOf(left: string): string {
  return left.replace('iterations', 'iteration(s)')
}

function grouped(count: number): string {
  return String(Math.max(0, count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

function seconds(ms: number): string {
  return String(Math.max(0, Math.round(ms / 1000)))
}
