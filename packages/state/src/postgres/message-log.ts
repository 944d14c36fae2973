import type { StoredMessage } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import type { MessageLog } from '@hermes/core/sessions'
import { inSlices } from '@hermes/safety'
import { fromMessageRows, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import type { Announcements } from './queue/announcements.js'
import { sessionLane } from './session-lane.js'
import { positional } from './sql.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

const selectMessages = `select id, ${messageColumns.join(', ')} from messages where session_id = ? order by id`

export interface MessageLogParts {
  readonly watchers: Watchers
  readonly announcements: Announcements
}

export function createMessageLog(
  { read, write }: PostgresConnection,
  { watchers, announcements }: MessageLogParts,
): MessageLog {
  const unconfirmed = createUnconfirmedCommits<readonly StoredMessage[]>()
  return {
    async append(id, messages, options = {}) {
      const { settles, puts = [] } = options
      const { request, prepare, store } = prepareAppend(id, messages, options)
      const queues = puts.map(({ queue }) => queue)
      const stored = await write({ lane: sessionLane(id), prepare, once: { request, unconfirmed } }, async (query) => {
        const outcome = await store(query)
        await announcements.announce(query, queues)
        return outcome
      })
      // A settled item frees its lane, and a new item may be ready.
      for (const queue of new Set([...queues, ...(settles ? [settles.queue] : [])])) watchers.wake(queue)
      return stored
    },
    async load(id, { limit, fromEnd = false } = {}) {
      if (limit === undefined) return inSlices(fromMessageRows(await read<LoadedRow>(positional(selectMessages, [id]))))
      const order = fromEnd ? ' DESC' : ''
      const rows = await read<LoadedRow>(positional(`${selectMessages}${order} LIMIT ${Math.trunc(limit)}`, [id]))
      return inSlices(fromMessageRows(fromEnd ? rows.toReversed() : rows))
    },
  }
}
