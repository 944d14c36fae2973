import type { SessionId } from '@hermes/core'
import type { ModelCall, UsageAccount, UsageQuery } from '@hermes/core/sessions'
import type { Database } from '../connection/driver/database.js'
import type { UsageRow } from '../rows/schema.js'
import { decodeText, encodeText } from '../rows/text.js'
import { addUsageColumns, fromUsageRow, newUsageColumns, toUsageValues } from '../rows/usage-columns.js'

const hourMs = 3_600_000

const countCall = `
  insert into session_model_usage (session_id, hour, task, billing_provider, model, ${newUsageColumns.names})
  values (@id, @hour, @task, @provider, @model, ${newUsageColumns.values})
  on conflict do update set ${addUsageColumns}`

/** Copies calls when they are passed. The returned function adds them to their accounts inside a transaction. */
export type PrepareAccounts = (id: SessionId, calls: readonly ModelCall[]) => () => void

export function createPrepareAccounts(database: Database): PrepareAccounts {
  const count = database.prepare(countCall)
  return (id, calls) => {
    const rows = calls.map((call) => toAccountValues(id, call))
    return () => {
      for (const row of rows) count.run(row)
    }
  }
}

export function toAccountValues(id: SessionId, { task, provider, model, usage, atMs }: ModelCall) {
  return {
    ...toUsageValues([usage]),
    id,
    hour: hourOf(atMs),
    task: encodeText(task),
    provider: encodeText(provider),
    model: encodeText(model),
  }
}

/** Returns the SELECT of a query. Its text depends only on which conditions are set. */
export function toFindAccounts({ sessionId, sinceMs, untilMs }: UsageQuery) {
  const conditions = [
    ...(sessionId === undefined ? [] : [{ text: 'session_id = ?', value: sessionId }]),
    ...(sinceMs === undefined ? [] : [{ text: 'hour >= ?', value: hourOf(sinceMs) }]),
    ...(untilMs === undefined ? [] : [{ text: 'hour <= ?', value: hourOf(untilMs) }]),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.map(({ text }) => text).join(' and ')}`
  return {
    text: `select * from session_model_usage ${where} order by session_id, hour, task, billing_provider, model`,
    values: conditions.map(({ value }) => value),
  }
}

export function fromAccountRow(row: UsageRow): UsageAccount {
  return Object.freeze({
    sessionId: row.session_id,
    hourMs: row.hour * hourMs,
    task: decodeText(row.task),
    provider: decodeText(row.billing_provider),
    model: decodeText(row.model),
    apiCallCount: row.api_call_count,
    usage: fromUsageRow(row),
  })
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / hourMs)
}
