import { type SessionId, StoreError } from '@hermes/core'
import type { Watchers } from '@hermes/core/queue'
import type { MessageLog } from '@hermes/core/sessions'
import { inSlices } from '@hermes/safety'
import type { Connection } from '../connection/connection.js'
import { loadMessages } from '../recent/load-messages.js'
import type { Kept, RecentMessages, RecentSession } from '../recent/recent-messages.js'
import { fromMessageRows, type LoadedRow } from '../rows/from-row.js'
import { limitTo } from '../rows/limit-to.js'
import { messageColumns } from '../rows/to-row.js'
import type { DeferredIndex } from '../search/deferred-index.js'
import type { PrepareAppend } from './append-messages.js'
import { areLarge, type LargeAppends } from './large/large-appends.js'

const columns = ['id', ...messageColumns].join(', ')

export const selectMessages = `
  with wanted (id) as (select ?)
  select ${columns}, (select message_count from sessions where id = (select id from wanted)) as expected
  from messages where session_id = (select id from wanted) order by id`

/** Selects the number and the sum of the ids up to a message, from the index alone. */
const selectKept = `
  with wanted (id, newest) as (select ?, ?)
  select count(*) as count, total(id) as sum, (select message_count from sessions where id = (select id from wanted)) as expected
  from messages where session_id = (select id from wanted) and id <= (select newest from wanted)`

const selectAfter = `select ${columns} from messages where session_id = ? and id > ? order by id`

/** Selects how many messages the session counts when none can be found. */
const selectMissing = `
  select message_count from sessions where id = ? and not exists (select 1 from messages where session_id = sessions.id)`

export interface MessageLogParts {
  readonly prepareAppend: PrepareAppend
  readonly watchers: Watchers
  readonly index: DeferredIndex
  readonly recent: RecentMessages
  /** Stores large messages. Default: they are stored like others. */
  readonly large?: LargeAppends | undefined
}

export function createMessageLog(
  { database, read, write, writeElsewhere }: Connection,
  { prepareAppend, watchers, index, recent, large }: MessageLogParts,
): MessageLog {
  const select = database.prepare<[SessionId], CountedRow>(selectMessages)
  const missing = database.prepare<[SessionId], number>(selectMissing).pluck()
  const kept = database.prepare<[SessionId, number], KeptRow>(selectKept)
  const after = database.prepare<[SessionId, number], LoadedRow>(selectAfter)
  const prepareSome = (order: 'asc' | 'desc') =>
    database.prepare<[SessionId, number], LoadedRow>(
      `select ${columns} from messages where session_id = ? order by id ${order} ${limitTo('?')}`,
    )
  const [selectFirst, selectLast] = [prepareSome('asc'), prepareSome('desc')]

  async function readAfter(id: SessionId, known: RecentSession): Promise<readonly LoadedRow[] | undefined> {
    return read(() => {
      const row = kept.get(id, known.newestId)
      const rest = row && known.isAll(row) ? after.all(id, known.newestId) : undefined
      return rest && known.messages.length + rest.length >= (row?.expected ?? 0) ? rest : undefined
    })
  }

  async function readAll(id: SessionId): Promise<readonly LoadedRow[]> {
    const rows = await read(() => select.all(id))
    requireAll(id, rows, rows[0]?.expected ?? (await read(() => missing.get(id))) ?? 0)
    return rows
  }

  return {
    async append(id, messages, options = {}) {
      const stored =
        large && areLarge(messages)
          ? await writeElsewhere(large.prepare(id, messages, options))
          : await write(prepareAppend(id, messages, options), { isVolatile: options.isVolatile ?? false })
      recent.add(id, stored)
      if (messages.length > 0) index.defer()
      // A settled item frees its lane, so a new item may be ready.
      for (const { queue } of [...(options.settles ? [options.settles] : []), ...(options.puts ?? [])]) {
        watchers.wake(queue)
      }
      return stored
    },
    async load(id, { limit, fromEnd = false } = {}) {
      if (limit !== undefined) {
        const rows = await read(() => (fromEnd ? selectLast.all(id, limit).toReversed() : selectFirst.all(id, limit)))
        return inSlices(fromMessageRows(rows))
      }
      return loadMessages(recent, id, { after: (known) => readAfter(id, known), all: () => readAll(id) })
    },
  }
}

interface KeptRow extends Kept {
  /** Number of messages that the session counts. */
  readonly expected: number | null
}

interface CountedRow extends LoadedRow {
  /** Number of messages that the session counts. */
  readonly expected: number
}

/** Checks that all messages were found. @throws {StoreError} `corrupt` when the index of a session's messages lost or duplicated some. */
function requireAll(id: SessionId, rows: readonly CountedRow[], expected: number): void {
  const isOrdered = rows.every((row, index) => index === 0 || row.id > (rows[index - 1]?.id ?? 0))
  if (isOrdered && rows.length >= expected) return
  throw new StoreError(
    'corrupt',
    `Session ${id} has ${expected} messages, but only ${new Set(rows.map((row) => row.id)).size} of them can be found: repair the store, or restore a backup.`,
  )
}
