import type { NewMessage, SessionId, StoredMessage } from '@hermes/core'
import type { AppendOptions } from '@hermes/core/sessions'
import { inSlices, loadOnce, type Steps } from '@hermes/safety'
import { toWorkValues } from '../queue/work-row.js'
import { frozenCopy } from '../rows/frozen.js'
import { insertedColumns, type MessageValues, toMessageValues } from '../rows/to-row.js'
import { addUsageColumns, toUsageValues } from '../rows/usage-columns.js'
import { countsOf } from '../sqlite/append-messages.js'
import { unknownSession } from '../sqlite/refusals.js'
import { toAccountValues } from '../sqlite/usage-accounts.js'
import { checkGuard } from './queue/claim-table.js'
import { putItems, settleItem } from './queue/work-items.js'
import type { Query } from './run-on-client.js'
import { toWords } from './search/to-words.js'
import { insertAllOf, insertOf, named, type SqlValue } from './sql.js'
import { together } from './together.js'

/** Counts up the session. Locks its row, so that the messages of one append are contiguous. */
const countUp = `
  update sessions set
    message_count = message_count + @messages,
    tool_call_count = tool_call_count + @toolCalls,
    last_activity_at = greatest(last_activity_at, @activeAt),
    ${addUsageColumns}
  where id = @id`

const addToAccount = `
  update session_model_usage set ${addUsageColumns}
  where session_id = @id and hour = @hour and task = @task and billing_provider = @provider and model = @model`

/** Types of the values whose type PostgreSQL cannot infer. */
const usageTypes = {
  calls: 'bigint',
  inputTokens: 'bigint',
  outputTokens: 'bigint',
  cacheReadTokens: 'bigint',
  cacheWriteTokens: 'bigint',
  reasoningTokens: 'bigint',
  usd: 'float8',
  source: 'text',
  version: 'text',
  status: 'text',
  isPriced: 'boolean',
}

const columns = [...insertedColumns, 'words', 'wide']
/** Maximum number of rows per statement, which takes at most 65,535 values. */
const mostRows = 1000

export interface PreparedAppend {
  /** Content to store. Equal for equal requests. */
  readonly request: unknown
  /** Computes the rows, in slices of 10 ms for long messages. Call it before the transaction, in the order of the writes. */
  prepare(): Promise<unknown>
  /** Stores the messages. Runs inside a transaction and may be repeated. */
  store(query: Query): Promise<readonly StoredMessage[]>
}

/** Copies an append when it is requested, because the caller may change its objects while the write waits. */
export function prepareAppend(
  id: SessionId,
  messages: readonly NewMessage[],
  { calls = [], guard, settles, puts = [] }: AppendOptions = {},
): PreparedAppend {
  const given = messages.map((message) => ({ ...message, message: frozenCopy(message.message) }))
  const rows = loadOnce(() => inSlices(toRows(id, given)))
  const counts = { ...countsOf(messages), ...toUsageValues(calls.map(({ usage }) => usage)), id }
  const accounts = calls.map((call) => toAccountValues(id, call))
  const work = puts.map(toWorkValues)
  return {
    request: { given, counts, accounts, work, settles },
    prepare: rows,
    async store(query) {
      const stored = await rows()
      const [, , , , , ids] = await together([
        checkGuard(query, guard),
        countUpSession(query, counts),
        addAccounts(query, accounts),
        settles ? settleItem(query, settles) : undefined,
        putItems(query, work),
        insertRows(query, stored),
      ])
      return Object.freeze(
        given.map((message, index) => Object.freeze({ ...message, id: ids[index] ?? Number.NaN, sessionId: id })),
      )
    },
  }
}

function* toRows(id: SessionId, messages: readonly NewMessage[]): Steps<readonly MessageValues[]> {
  const rows: MessageValues[] = []
  for (const message of messages) {
    yield
    const { words, isWide } = yield* toWords(message.message)
    rows.push([...toMessageValues(id, message), words, isWide ? 1 : 0])
  }
  return rows
}

async function countUpSession(query: Query, counts: Readonly<Record<string, SqlValue>> & { readonly id: SessionId }) {
  const { count } = await query(named(countUp, counts, usageTypes))
  if (count === 0) throw unknownSession(counts.id)
}

async function insertRows(query: Query, rows: readonly (readonly SqlValue[])[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += mostRows) {
    const part = rows.slice(start, start + mostRows)
    const inserted = await query<{ id: number }>(insertAllOf('messages', columns, part, 'id'))
    ids.push(...inserted.rows.map((row) => row.id))
  }
  return ids
}

async function addAccounts(query: Query, accounts: readonly ReturnType<typeof toAccountValues>[]): Promise<void> {
  for (const account of accounts) await addAccount(query, account)
}

/** Adds usage to an account. The session's row is locked, so no other transaction creates the same account. */
async function addAccount(query: Query, account: ReturnType<typeof toAccountValues>): Promise<void> {
  const { count } = await query(named(addToAccount, account, usageTypes))
  if (count > 0) return
  await query(
    insertOf('session_model_usage', {
      session_id: account.id,
      hour: account.hour,
      task: account.task,
      billing_provider: account.provider,
      model: account.model,
      api_call_count: account.calls,
      input_tokens: account.inputTokens,
      output_tokens: account.outputTokens,
      cache_read_tokens: account.cacheReadTokens,
      cache_write_tokens: account.cacheWriteTokens,
      reasoning_tokens: account.reasoningTokens,
      estimated_cost_usd: account.usd,
      cost_source: account.source,
      pricing_version: account.version,
      cost_status: account.isPriced ? account.status : null,
    }),
  )
}
