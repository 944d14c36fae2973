import type { EndedTurn } from '@hermes/conversations'
import { type JsonValue, promptTokens } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { type Caller, holderOf } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import type { ApiKeyHolder } from './api-key.js'

/** What a named key has spent today. */
export type Spending = z.output<typeof spendingSchema>

const spendingSchema = z.object({
  /** `2027-01-31`, in UTC. */
  day: z.string(),
  turns: z.number(),
  tokens: z.number(),
  microUsd: z.number(),
})

/** The daily budgets of named keys. What they spend is kept in the store, so that replicas share it and a restart does not reset it. */
export interface Budgets {
  /** @throws {RequestError} when the budget of the caller's key is spent. */
  check(caller: Caller): Promise<void>
  /** Adds the usage of a turn to what the key of its person has spent. A turn that has begun may exceed the budget. */
  charge(turn: EndedTurn): Promise<void>
  spentBy(name: string): Promise<Spending>
}

const namespace = 'api.spending'

export interface BudgetsOptions {
  readonly values: ValueTable
  readonly holders: readonly ApiKeyHolder[]
  readonly now: () => number
}

export function createBudgets({ values, holders, now }: BudgetsOptions): Budgets {
  const byName = new Map(holders.map((holder) => [holder.name, holder]))
  const today = () => new Date(now()).toISOString().slice(0, 10)
  const nothing = (): Spending => ({ day: today(), turns: 0, tokens: 0, microUsd: 0 })
  const parse = (value: JsonValue | undefined): Spending => {
    const { success, data } = spendingSchema.safeParse(value)
    return success && data.day === today() ? data : nothing()
  }
  const spentBy = async (name: string) => parse(await values.get(namespace, name))
  return {
    spentBy,
    async check(caller) {
      const holder = byName.get(holderOf(caller) ?? '')
      if (!holder || (holder.tokens_per_day === undefined && holder.usd_per_day === undefined)) return
      const { tokens, microUsd } = await spentBy(holder.name)
      if (tokens >= (holder.tokens_per_day ?? Number.POSITIVE_INFINITY)) throw spent(`${holder.tokens_per_day} tokens`)
      if (microUsd >= (holder.usd_per_day ?? Number.POSITIVE_INFINITY) * 1e6) throw spent(`$${holder.usd_per_day}`)
    },
    async charge({ by, result: { usage } }) {
      const name = holderOf({ userId: by.id })
      if (name === undefined) return
      const { cost } = usage
      const microUsd = cost && cost.status !== 'unknown' ? cost.microUsd : 0
      await values.update(namespace, name, (value) => {
        const { day, ...sum } = parse(value)
        return {
          day,
          turns: sum.turns + 1,
          tokens: sum.tokens + promptTokens(usage) + usage.outputTokens,
          microUsd: sum.microUsd + microUsd,
        }
      })
    },
  }
}

function spent(budget: string): RequestError {
  return new RequestError(429, 'budget_spent', `This key has spent its ${budget} of today: it has more after 0:00 UTC.`)
}
