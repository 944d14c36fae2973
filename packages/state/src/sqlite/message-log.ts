import type { SessionId } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import type { MessageLog } from '@hermes/core/sessions'
import type { Connection } from '../connection/connection.js'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import type { PrepareAppend } from './append-messages.js'

export const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

export interface MessageLogParts {
  readonly prepareAppend: PrepareAppend
  readonly watchers: Watchers
}

export function createMessageLog(
  { database, read, write }: Connection,
  { prepareAppend, watchers }: MessageLogParts,
): MessageLog {
  const select = database.prepare<[SessionId], LoadedRow>(selectMessages)
  const selectFirst = database.prepare<[SessionId, number], LoadedRow>(`${selectMessages} LIMIT ?`)
  return {
    async append(id, messages, options = {}) {
      const stored = await write(prepareAppend(id, messages, options))
      // A settled item frees its lane, and a new item may be ready.
      for (const { queue } of [...(options.settles ? [options.settles] : []), ...(options.puts ?? [])]) {
        watchers.wake(queue)
      }
      return stored
    },
    async load(id, { limit } = {}) {
      const rows = await read(() => (limit === undefined ? select.all(id) : selectFirst.all(id, limit)))
      return Object.freeze(rows.map(fromMessageRow))
    },
  }
}
