import type { MessageLog, SessionId } from '@hermes/core'
import type { PrepareAppend } from './append-messages.js'
import type { Connection } from './connection.js'
import { fromMessageRow, type LoadedRow } from './from-row.js'
import { messageColumns } from './to-row.js'

export const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

export function createMessageLog({ database, read, write }: Connection, prepareAppend: PrepareAppend): MessageLog {
  const select = database.prepare<[SessionId], LoadedRow>(selectMessages)
  return {
    append: async (id, messages, calls) => write(prepareAppend(id, messages, calls)),
    async load(id) {
      const rows = await read(() => select.all(id))
      return Object.freeze(rows.map(fromMessageRow))
    },
  }
}
