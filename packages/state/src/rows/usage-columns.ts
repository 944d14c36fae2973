import { addUsage, type Cost, costOf, noUsage, type Usage } from '@hermes/core'
import type { SessionRow } from './schema.js'

type UsageRow = Pick<
  SessionRow,
  | 'input_tokens'
  | 'output_tokens'
  | 'cache_read_tokens'
  | 'cache_write_tokens'
  | 'reasoning_tokens'
  | 'estimated_cost_usd'
  | 'cost_status'
  | 'cost_source'
  | 'pricing_version'
>

/**
 * Assignments of an UPDATE that adds the values of {@link toUsageValues} to a row: `addUsage` of core in SQL.
 * Right-hand sides refer to the old values.
 */
export const addUsageColumns = `
    api_call_count = api_call_count + @calls,
    input_tokens = input_tokens + @inputTokens,
    output_tokens = output_tokens + @outputTokens,
    cache_read_tokens = cache_read_tokens + @cacheReadTokens,
    cache_write_tokens = cache_write_tokens + @cacheWriteTokens,
    reasoning_tokens = reasoning_tokens + @reasoningTokens,
    estimated_cost_usd = coalesce(estimated_cost_usd + @usd, @usd, estimated_cost_usd),
    cost_source = coalesce(@source, cost_source),
    pricing_version = coalesce(@version, pricing_version),
    cost_status = case
      when @status is null or (cost_status is null and not @isPriced) then cost_status
      when cost_status is null and input_tokens + output_tokens + cache_read_tokens + cache_write_tokens = 0 then @status
      when coalesce(cost_status, 'unknown') = @status then @status
      else 'partial'
    end`

/** Columns and values of a new row. */
export const newUsageColumns = {
  names: `api_call_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens,
    estimated_cost_usd, cost_source, pricing_version, cost_status`,
  values: `@calls, @inputTokens, @outputTokens, @cacheReadTokens, @cacheWriteTokens, @reasoningTokens,
    @usd, @source, @version, iif(@isPriced, @status, null)`,
}

/** Returns the summed usage of model calls. */
export function toUsageValues(calls: readonly Usage[]) {
  const usage = calls.reduce((sum, call) => addUsage(sum, call), noUsage)
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  const cost = costOf(usage)
  const known = cost && cost.status !== 'unknown' ? cost : undefined
  return {
    calls: calls.length,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens,
    status: cost?.status ?? null,
    isPriced: usage.cost ? 1 : 0,
    usd: known ? known.microUsd / 1_000_000 : null,
    source: known?.source ?? null,
    version: known?.version ?? null,
  }
}

export function fromUsageRow(row: UsageRow): Usage {
  const cost = toCost(row)
  return {
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
    reasoningTokens: row.reasoning_tokens,
    ...(cost && { cost }),
  }
}

function toCost(row: UsageRow): Cost | undefined {
  const { cost_status: status, estimated_cost_usd: usd } = row
  if (status === null || status === 'unknown') return status === null ? undefined : { status }
  return {
    status,
    microUsd: Math.round((usd ?? 0) * 1_000_000),
    source: row.cost_source ?? '',
    version: row.pricing_version ?? '',
  }
}
