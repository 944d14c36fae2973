import type { MessageLog, StoredMessage } from '@hermes/core'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import { createDoubts } from './doubts.js'
import { sessionLane } from './session-lane.js'
import { positional } from './sql.js'

const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

export function createMessageLog({ read, write }: PostgresConnection): MessageLog {
  const doubts = createDoubts<readonly StoredMessage[]>()
  return {
    async append(id, messages, { calls } = {}) {
      const { request, store } = prepareAppend(id, messages, calls)
      return write({ lane: sessionLane(id), once: { request, doubts } }, store)
    },
    async load(id) {
      const rows = await read<LoadedRow>(positional(selectMessages, [id]))
      return Object.freeze(rows.map(fromMessageRow))
    },
  }
}
