import { apiScopes } from '@hermes/runtime'
import * as z from 'zod'
import { listOf } from '../request/list-of.js'

/** What the holder of a named key has spent today, and may spend. */
export const keyUsageSchema = z.object({
  key: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The day in UTC, such as `2027-01-31`. */
  day: z.string(),
  turns: z.int(),
  tokens: z.int(),
  /** The cost in dollars. `null` if no call had a known price. */
  usd: z.number().nullable(),
  /** `partial`: `usd` covers only the calls with a known price. `null` without calls. */
  cost_status: z.enum(['estimated', 'partial', 'unknown']).nullable(),
  tokens_per_day: z.number().nullable(),
  usd_per_day: z.number().nullable(),
  requests_per_minute: z.number().nullable(),
})

export const keyUsageListSchema = listOf(keyUsageSchema)

export type KeyUsage = z.output<typeof keyUsageSchema>
export type KeyUsageList = z.output<typeof keyUsageListSchema>
