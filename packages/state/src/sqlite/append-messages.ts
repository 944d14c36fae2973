import type { NewMessage, SessionId, StoredMessage } from '@hermes/core'
import type { AppendOptions } from '@hermes/core/sessions'
import type { Database } from '../connection/driver/database.js'
import { toWorkValues } from '../queue/work-row.js'
import { frozenCopy } from '../rows/frozen.js'
import { insertedColumns, toMessageValues, toSeconds } from '../rows/to-row.js'
import { addUsageColumns, toUsageValues } from '../rows/usage-columns.js'
import { searchColumns, toSearchValues } from '../search/to-search-values.js'
import type { CheckGuard } from './queue/claim-table.js'
import type { WorkItems } from './queue/work-items.js'
import { unknownSession } from './refusals.js'
import type { PrepareAccounts } from './usage-accounts.js'

const columns = [...insertedColumns, ...searchColumns]
const insertMessage = `
  insert into messages (${columns.join(', ')})
  values (${columns.map(() => '?').join(', ')})`

const countUp = `
  update sessions set
    message_count = message_count + @messages,
    tool_call_count = tool_call_count + @toolCalls,
    last_activity_at = max(last_activity_at, @activeAt),
    ${addUsageColumns}
  where id = @id`

/** Copies an append when it is requested. The returned function stores it inside a transaction. */
export type PrepareAppend = (
  id: SessionId,
  messages: readonly NewMessage[],
  options?: AppendOptions,
) => () => readonly StoredMessage[]

export interface AppendParts {
  readonly prepareAccounts: PrepareAccounts
  readonly checkGuard: CheckGuard
  readonly items: WorkItems
}

export function createPrepareAppend(
  database: Database,
  { prepareAccounts, checkGuard, items }: AppendParts,
): PrepareAppend {
  const insert = database.prepare(insertMessage)
  const count = database.prepare(countUp)

  return (sessionId, messages, { calls = [], guard, settles, puts = [] } = {}) => {
    // Copied now, because the caller may change its objects while the write waits.
    const entries = messages.map((given) => ({
      given: { ...given, message: frozenCopy(given.message) },
      values: [...toMessageValues(sessionId, given), ...toSearchValues(given.message)],
    }))
    const counts = { ...countsOf(messages), ...toUsageValues(calls.map(({ usage }) => usage)), id: sessionId }
    const countAccounts = prepareAccounts(sessionId, calls)
    const work = puts.map(toWorkValues)
    return () => {
      checkGuard(guard)
      if (count.run(counts).changes === 0) throw unknownSession(sessionId)
      countAccounts()
      if (settles) items.settle(settles)
      for (const item of work) items.put(item)
      const stored = entries.map(({ given, values }) =>
        Object.freeze({ ...given, id: Number(insert.run(...values).lastInsertRowid), sessionId }),
      )
      return Object.freeze(stored)
    }
  }
}

/** Returns what messages add to the counters of their session. */
export function countsOf(messages: readonly NewMessage[]) {
  const toolCalls = messages.map(({ message }) =>
    message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0,
  )
  return {
    messages: messages.length,
    toolCalls: toolCalls.reduce((sum, calls) => sum + calls, 0),
    activeAt: toSeconds(messages.reduce((newest, { timestampMs }) => Math.max(newest, timestampMs), 0)),
  }
}
