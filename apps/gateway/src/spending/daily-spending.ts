import { type JsonValue, promptTokens, type Usage } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'

/** What somebody has spent today. */
export type Spending = z.output<typeof spendingSchema>

const spendingSchema = z.object({
  /** `2027-01-31`, in UTC. */
  day: z.string(),
  turns: z.number(),
  tokens: z.number(),
  microUsd: z.number(),
})

export interface DailyLimits {
  readonly tokens_per_day?: number | undefined
  readonly usd_per_day?: number | undefined
}

/** What each holder of a budget has spent today. Kept in the store, so that replicas share it and a restart does not reset it. */
export interface DailySpending {
  of(holder: string): Promise<Spending>
  /** Adds the usage of a turn, or of a model call outside of turns. */
  add(holder: string, usage: Usage, source: 'turn' | 'call'): Promise<void>
  /** @returns the limit that is reached, for people: `1000 tokens`, `$5`. */
  reached(holder: string, limits: DailyLimits): Promise<string | undefined>
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
    async add(holder, usage, source) {
      const { cost } = usage
      const microUsd = cost && cost.status !== 'unknown' ? cost.microUsd : 0
      await values.update(namespace, holder, (value) => {
        const { day, ...sum } = parse(value)
        return {
          day,
          turns: sum.turns + (source === 'turn' ? 1 : 0),
          tokens: sum.tokens + promptTokens(usage) + usage.outputTokens,
          microUsd: sum.microUsd + microUsd,
        }
      })
    },
    async reached(holder, { tokens_per_day: tokens, usd_per_day: usd }) {
      if (tokens === undefined && usd === undefined) return undefined
      const spent = await of(holder)
      if (tokens !== undefined && spent.tokens >= tokens) return `${tokens} tokens`
      return usd !== undefined && spent.microUsd >= usd * 1e6 ? `$${usd}` : undefined
    },
  }
}
