import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Logger, silentLogger } from '@hermes/core'
import type { Connection } from '../connection/connection.js'
import type { Database } from '../connection/driver/database.js'

/** Adds stored messages to the word index later, because indexing takes longer than storing. */
export interface DeferredIndex {
  /** Schedules indexing within about a second. Call it after messages were stored. */
  defer(): void
  /** Indexes all stored messages. Never throws: if that fails, later searches and processes try again. */
  catchUp(): Promise<void>
  /** Stops indexing. Leaves a few messages to a later process, because most processes that store only a few are never searched. */
  close(): Promise<void>
}

/** How long messages wait, in milliseconds. Indexing many at once costs less than half. */
const delayMs = 1_000
/**
 * How long a search waits for indexing, in milliseconds, for example while another process rewrites the file. It then
 * misses new messages.
 */
const mostWaitMs = 2_000
/** Maximum number of messages in one transaction, which takes about 3 ms. */
const mostMessages = 200
/** Maximum size of their texts in one transaction, in bytes. */
const mostBytes = 32 * 1024

export function createDeferredIndex(
  { database, read, write, isClosed }: Connection,
  logger: Logger = silentLogger,
): DeferredIndex {
  const indexBatch = createIndexBatch(database)
  const isPending = database
    .prepare<[], number>(`select exists (select 1 from messages where id > ${indexedTo})`)
    .pluck()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function run(least: number): Promise<void> {
    try {
      while ((await write(() => indexBatch(least), { isVolatile: true })) === 'more');
    } catch (error) {
      logger.log('warn', `The search index is behind the messages: ${describeError(error)}`)
    }
  }

  async function catchUp(): Promise<void> {
    if ((await read(() => isPending.get())) === 0) return
    running ??= run(1).finally(() => {
      running = undefined
    })
    await Promise.race([running, sleep(mostWaitMs, undefined, { ref: false })])
  }

  return {
    defer() {
      timer ??= setTimeout(() => {
        timer = undefined
        if (!isClosed()) void catchUp()
      }, delayMs).unref()
    },
    catchUp,
    async close() {
      clearTimeout(timer)
      if (isClosed()) return
      await (running ?? run(mostMessages))
    },
  }
}

/** Selects the newest message of the index. Without a mark, each message is indexed by the statement that stores it. */
const indexedTo = `coalesce((select indexed_to from search_state), 9223372036854775807)`

/**
 * Creates a function that indexes the oldest waiting messages if there are at least `least` of them or their texts are long.
 *
 * @returns `more` when other messages may be waiting.
 */
export function createIndexBatch(database: Database): (least: number) => 'more' | 'done' {
  const begin = database.prepare(
    `insert or ignore into search_state (id, indexed_to) select 1, coalesce(max(id), 0) from messages`,
  )
  const waiting = database.prepare<[], Waiting>(
    `select id, coalesce(octet_length(content), 0) + coalesce(octet_length(tool_calls), 0) as bytes
     from messages where id > ${indexedTo} order by id limit ${mostMessages}`,
  )
  const mark = database.prepare<[number]>('update search_state set indexed_to = ?')
  const insert = database.prepare<[number, number]>(
    `insert into messages_fts (rowid, content, tool_name, tool_calls, scope)
     select id, content, tool_name, tool_calls, scope from messages_searchable where id >= ? and id <= ?`,
  )
  return (least) => {
    begin.run()
    const rows = waiting.all()
    const [first] = rows
    const taken = leading(rows)
    if (!first || (rows.length < least && taken.length === rows.length)) return 'done'
    const last = taken.at(-1) ?? first
    mark.run(last.id)
    insert.run(first.id, last.id)
    return taken.length < rows.length || rows.length === mostMessages ? 'more' : 'done'
  }
}

interface Waiting {
  readonly id: number
  readonly bytes: number
}

/** Returns the first rows, at least one, up to the limit of bytes. */
function leading(rows: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0
  for (const [position, row] of rows.entries()) {
    bytes += row.bytes
    if (bytes >= mostBytes) return rows.slice(0, position + 1)
  }
  return rows
}
