import { Hono } from 'hono'
import type { ApiKeyHolder } from '../access/api-key.js'
import { holdersOf } from '../access/api-keys.js'
import type { Budgets } from '../access/budgets.js'
import type { KeysInForce } from '../access/keys-in-force.js'
import type { KeyUsage, KeyUsageList } from './key-usage-schemas.js'

export interface UsageServices {
  readonly keys: KeysInForce
  readonly budgets: Budgets
}

/** Serves `/api/usage`: what named keys have spent today, and their budgets. The holder of a named key sees only their own. */
export function usageRoutes({ keys, budgets }: UsageServices): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => {
    const { holder: own } = context.get('apiKey')
    const shown = own ? [own] : holdersOf(await keys())
    const data = await Promise.all(shown.map((holder) => toRow(holder, budgets)))
    return context.json({ object: 'list', data } satisfies KeyUsageList)
  })
  return routes
}

async function toRow(
  { name, scopes, tokens_per_day, usd_per_day, requests_per_minute }: ApiKeyHolder,
  budgets: Budgets,
): Promise<KeyUsage> {
  const { day, turns, tokens, microUsd, costStatus } = await budgets.spentBy(name)
  return {
    key: name,
    scopes,
    day,
    turns,
    tokens,
    usd: costStatus === 'unknown' ? null : microUsd / 1e6,
    cost_status: costStatus ?? null,
    tokens_per_day: tokens_per_day ?? null,
    usd_per_day: usd_per_day ?? null,
    requests_per_minute: requests_per_minute ?? null,
  }
}
