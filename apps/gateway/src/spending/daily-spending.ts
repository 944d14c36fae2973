import { type Cost, costOf, type JsonValue, promptTokens, type Usage } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'

/** What the holder of a budget has spent today. */
export type Spending = z.output<typeof spendingSchema>

const spendingSchema = z.object({
  /** The day in UTC, such as `2027-01-31`. */
  day: z.string(),
  turns: z.number(),
  tokens: z.number(),
  microUsd: z.number(),
  /** The status of the cost of all calls, as in {@link Cost}. Absent without calls. */
  costStatus: z.enum(['estimated', 'partial', 'unknown']).exactOptional(),
})

export interface DailyLimits {
  readonly tokens_per_day?: number | undefined
  readonly usd_per_day?: number | undefined
}

export function isLimited({ tokens_per_day: tokens, usd_per_day: usd }: DailyLimits): boolean {
  return tokens !== undefined || usd !== undefined
}

/** What each holder of a budget has spent today. It is kept in the store, so that replicas share it and a restart does not reset it. */
export interface DailySpending {
  of(holder: string): Promise<Spending>
  add(holder: string, spent: Spent): Promise<void>
  /**
   * Returns the limit because of which no further turn may start, if there is one.
   * @param ahead Number of running turns, each of which is expected to use as much as today's turns did on average. Default: none.
   */
  reached(holder: string, limits: DailyLimits, ahead?: number): Promise<ReachedLimit | undefined>
}

/** What a holder has used. */
export interface Spent {
  readonly usage: Usage
  /** Number of turns that have ended. */
  readonly turns: number
}

export interface ReachedLimit {
  /** The limit as shown to people, such as `1000 tokens` or `$5`. */
  readonly limit: string
  /** Whether something is left that the running turns may need. */
  readonly isReserved: boolean
}

export interface DailySpendingOptions {
  readonly values: ValueTable
  readonly namespace: string
  readonly now: () => number
}

export function createDailySpending({ values, namespace, now }: DailySpendingOptions): DailySpending {
  const today = () => new Date(now()).toISOString().slice(0, 10)
  const parse = (value: JsonValue | undefined): Spending => {
    const { success, data } = spendingSchema.safeParse(value)
    return success && data.day === today() ? data : { day: today(), turns: 0, tokens: 0, microUsd: 0 }
  }
  const of = async (holder: string) => parse(await values.get(namespace, holder))
  return {
    of,
    async add(holder, { usage, turns }) {
      const cost = costOf(usage)
      const microUsd = cost && cost.status !== 'unknown' ? cost.microUsd : 0
      await values.update(namespace, holder, (value) => {
        const { day, ...sum } = parse(value)
        const costStatus = joined(sum.costStatus, cost?.status)
        return {
          day,
          turns: sum.turns + turns,
          tokens: sum.tokens + promptTokens(usage) + usage.outputTokens,
          microUsd: sum.microUsd + microUsd,
          ...(costStatus && { costStatus }),
        }
      })
    },
    async reached(holder, wanted, ahead = 0) {
      if (!isLimited(wanted)) return undefined
      const { tokens_per_day: tokens, usd_per_day: usd } = wanted
      const spent = await of(holder)
      const reserved = spent.turns > 0 ? ahead / spent.turns : 0
      const limits = [
        { limit: `${tokens} tokens`, sum: spent.tokens, most: tokens },
        { limit: `$${usd}`, sum: spent.microUsd, most: usd === undefined ? undefined : usd * 1e6 },
      ]
      const found = limits.find(({ sum, most }) => most !== undefined && sum + sum * reserved >= most)
      return found && { limit: found.limit, isReserved: found.most !== undefined && found.sum < found.most }
    },
  }
}

function joined(left: Cost['status'] | undefined, right: Cost['status'] | undefined): Cost['status'] | undefined {
  if (!left || !right) return left ?? right
  return left === right ? left : 'partial'
}
