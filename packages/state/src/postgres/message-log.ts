import type { SessionId, StoredMessage } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import type { MessageLog } from '@hermes/core/sessions'
import { inSlices } from '@hermes/safety'
import { loadMessages } from '../recent/load-messages.js'
import type { Kept, RecentMessages, RecentSession } from '../recent/recent-messages.js'
import { fromMessageRows, type LoadedRow } from '../rows/from-row.js'
import { messageColumns } from '../rows/to-row.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import type { Announcements } from './queue/announcements.js'
import { sessionLane } from './session-lane.js'
import { positional } from './sql.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

const columns = ['id', ...messageColumns].join(', ')
const selectMessages = `select ${columns} from messages where session_id = ? order by id`
const selectAfter = `select ${columns} from messages where session_id = ? and id > ? order by id`
/** Selects the number and the sum of the ids up to a message, from the index alone. */
const selectKept =
  'select count(*) as count, coalesce(sum(id), 0)::float8 as sum from messages where session_id = ? and id <= ?'

export interface MessageLogParts {
  readonly watchers: Watchers
  readonly announcements: Announcements
  readonly recent: RecentMessages
}

export function createMessageLog(
  { read, write }: PostgresConnection,
  { watchers, announcements, recent }: MessageLogParts,
): MessageLog {
  const unconfirmed = createUnconfirmedCommits<readonly StoredMessage[]>()

  async function readAfter(id: SessionId, known: RecentSession): Promise<readonly LoadedRow[] | undefined> {
    const [[kept], rows] = await Promise.all([
      read<Kept>(positional(selectKept, [id, known.newestId])),
      read<LoadedRow>(positional(selectAfter, [id, known.newestId])),
    ])
    return kept && known.isAll(kept) ? rows : undefined
  }

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
      recent.add(id, stored)
      // A settled item frees its lane, so a new item may be ready.
      for (const queue of new Set([...queues, ...(settles ? [settles.queue] : [])])) watchers.wake(queue)
      return stored
    },
    async load(id, { limit, fromEnd = false } = {}) {
      if (limit === undefined) {
        const all = () => read<LoadedRow>(positional(selectMessages, [id]))
        return loadMessages(recent, id, { after: (known) => readAfter(id, known), all })
      }
      const order = fromEnd ? ' DESC' : ''
      const rows = await read<LoadedRow>(positional(`${selectMessages}${order} LIMIT ${Math.trunc(limit)}`, [id]))
      return inSlices(fromMessageRows(fromEnd ? rows.toReversed() : rows))
    },
  }
}
