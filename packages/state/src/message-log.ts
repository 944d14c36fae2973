import { type MessageLog, type NewMessage, type SessionId, StoreError, type Usage } from '@hermes/core'
import type { Connection } from './connection.js'
import { fromMessageRow, type LoadedRow } from './from-row.js'
import { frozenCopy } from './frozen.js'
import { insertedColumns, messageColumns, toMessageValues, toSeconds } from './to-row.js'
import { addUsageColumns, toUsageValues } from './usage-columns.js'

const insertMessage = `
  insert into messages (${insertedColumns.join(', ')})
  values (${insertedColumns.map(() => '?').join(', ')})`

export const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

const countUp = `
  update sessions set
    message_count = message_count + @messages,
    tool_call_count = tool_call_count + @toolCalls,
    last_activity_at = max(last_activity_at, @activeAt),
    ${addUsageColumns}
  where id = @id`

export function createMessageLog({ database, read, write }: Connection): MessageLog {
  const insert = database.prepare(insertMessage)
  const count = database.prepare(countUp)
  const select = database.prepare<[SessionId], LoadedRow>(selectMessages)

  return {
    async append(sessionId, messages, usage) {
      // Taken down now: while the write waits for a lock the caller may change what it gave.
      const entries = messages.map((given) => ({
        given: { ...given, message: frozenCopy(given.message) },
        values: toMessageValues(sessionId, given),
      }))
      const counts = toCounts(messages, usage)
      return write(() => {
        if (count.run({ ...counts, id: sessionId }).changes === 0) throw unknownSession(sessionId)
        const stored = entries.map(({ given, values }) =>
          Object.freeze({ ...given, id: Number(insert.run(...values).lastInsertRowid), sessionId }),
        )
        return Object.freeze(stored)
      })
    },
    async load(sessionId) {
      const rows = await read(() => select.all(sessionId))
      return Object.freeze(rows.map(fromMessageRow))
    },
  }
}

/** The values of `countUp`, without the session. */
function toCounts(messages: readonly NewMessage[], usage: Usage | undefined) {
  const toolCalls = messages.map(({ message }) =>
    message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0,
  )
  return {
    messages: messages.length,
    toolCalls: toolCalls.reduce((sum, calls) => sum + calls, 0),
    activeAt: toSeconds(messages.reduce((newest, { timestampMs }) => Math.max(newest, timestampMs), 0)),
    ...toUsageValues(usage),
  }
}

function unknownSession(id: SessionId): StoreError {
  return new StoreError('not-found', `There is no session ${id}: create it before adding messages.`)
}
