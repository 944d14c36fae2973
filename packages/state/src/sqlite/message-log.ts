import type { MessageLog, SessionId } from '@hermes/core'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import type { PrepareAppend } from './append-messages.js'
import type { Connection } from './connection.js'

export const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

export function createMessageLog({ database, read, write }: Connection, prepareAppend: PrepareAppend): MessageLog {
  const select = database.prepare<[SessionId], LoadedRow>(selectMessages)
  return {
    append: async (id, messages, { calls } = {}) => write(prepareAppend(id, messages, calls)),
    async load(id) {
      const rows = await read(() => select.all(id))
      return Object.freeze(rows.map(fromMessageRow))
    },
  }
}
