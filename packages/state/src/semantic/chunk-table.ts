import type { Embedder } from '@hermes/core'
import type { SearchQuery } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'
import type { Connection } from '../connection/connection.js'
import type { Database } from '../connection/driver/database.js'
import { fromMessageRow, type LoadedRow } from '../rows/from-row.js'
import { storedJson } from '../rows/stored-json.js'
import { messageColumns } from '../rows/to-row.js'
import { toFilters } from './to-filters.js'

/** Stores the vectors of messages and the indexing progress. */
export interface ChunkTable {
  /** Deletes the vectors of other embedders. Resolves with the id of the last indexed message. */
  begin(): Promise<number>
  /** Claims the index, or extends the claim, for `forMs` milliseconds; 0 releases it. Resolves with `false` when another process holds it. */
  claim(holder: string, forMs: number): Promise<boolean>
  /** Resolves with the messages after that id, all from one session. */
  next(after: number, limit: number): Promise<readonly PendingMessage[]>
  /** Stores the vectors of messages that still exist, and the new progress, in one transaction. */
  add(chunks: readonly Chunk[], upTo: number): Promise<void>
  /** Resolves with the ids of the nearest messages, nearest first. */
  nearest(vector: Buffer, query: SearchQuery, limit: number): Promise<readonly number[]>
}

export interface PendingMessage {
  readonly stored: ReturnType<typeof fromMessageRow>
  /** Whether the message belongs to a conversation other than those of jobs and subagents. */
  readonly isOwn: boolean
}

export interface Chunk {
  readonly messageId: number
  readonly number: number
  readonly vector: Buffer
}

const progressKey = 'semantic_index'
const claimKey = 'semantic_index_claim'
const longestClaimMs = 600_000
/** Number of newest messages to compare. The search reads each vector. */
const mostCompared = 100_000
/** Maximum cosine distance. With common models, texts that are farther apart are unrelated. */
const farthest = 0.75
const columns = ['id', ...messageColumns].map((column) => `m.${column}`).join(', ')

interface Claim {
  readonly holder: string
  readonly untilMs: number
}

interface Progress {
  readonly embedder: string
  readonly dimensions: number
  readonly upTo: number
}

export function createChunkTable({ database, read, write }: Connection, { id, dimensions }: Embedder): ChunkTable {
  const progress = createFact(database, progressKey, isProgress)
  const claim = createFact(database, claimKey, isClaim)
  const isMine = (found: Progress | undefined) => found?.embedder === id && found.dimensions === dimensions
  const clear = database.prepare('delete from message_chunks')
  const pending = database.prepare<[number, number], LoadedRow & { readonly source: string }>(
    `select ${columns}, s.source from messages m join sessions s on s.id = m.session_id where m.id > ? order by m.id limit ?`,
  )
  const insert = database.prepare<[number, number, Buffer, number]>(
    `insert or replace into message_chunks (message_id, chunk, vector)
     select ?, ?, ? where exists (select 1 from messages where id = ?)`,
  )

  return {
    begin: () =>
      write(() => {
        const found = progress.get()
        if (found && isMine(found)) return found.upTo
        clear.run()
        progress.set({ embedder: id, dimensions, upTo: 0 })
        return 0
      }),
    claim: (holder, forMs) =>
      write(() => {
        const found = claim.get()
        const now = Date.now()
        // The check is bounded, so that a clock that was set back does not block other processes for long.
        if (found && found.holder !== holder && found.untilMs > now && found.untilMs < now + longestClaimMs)
          return false
        claim.set({ holder, untilMs: now + forMs })
        return true
      }),
    async next(after, limit) {
      const rows = await read(() => pending.all(after, limit))
      const ofOneSession = rows.findIndex((row) => row.session_id !== rows[0]?.session_id)
      return rows.slice(0, ofOneSession < 0 ? rows.length : ofOneSession).map((row) => ({
        stored: fromMessageRow(row),
        isOwn: row.source !== 'cron' && row.source !== 'delegate',
      }))
    },
    add: (chunks, upTo) =>
      write(() => {
        // Another process may have restarted with a different embedder.
        if (!isMine(progress.get())) return
        for (const { messageId, number, vector } of chunks) insert.run(messageId, number, vector, messageId)
        progress.set({ embedder: id, dimensions, upTo: Math.max(upTo, progress.get()?.upTo ?? 0) })
      }),
    nearest: (vector, query, limit) =>
      read(() => (isMine(progress.get()) ? findNearest(database, { vector, query, limit }) : [])),
  }
}

function findNearest(
  database: Database,
  { vector, query, limit }: { readonly vector: Buffer; readonly query: SearchQuery; readonly limit: number },
): readonly number[] {
  const filters = toFilters(query)
  return database
    .prepare<unknown[], number>(
      `select id from (
         select c.message_id as id, min(vec_distance_cosine(vec_int8(c.vector), vec_int8(?))) as distance
         from message_chunks c
         join messages m on m.id = c.message_id join sessions s on s.id = m.session_id
         where c.message_id > (select max(id) from messages) - ${mostCompared} and length(c.vector) = ? ${filters.sql}
         group by c.message_id
       ) where distance <= ${farthest} order by distance, id desc limit ?`,
    )
    .pluck()
    .all(vector, vector.length, ...filters.values, limit)
}

function isClaim(value: unknown): value is Claim {
  return isRecord(value) && typeof value.holder === 'string'
}

function isProgress(value: unknown): value is Progress {
  return isRecord(value) && typeof value.embedder === 'string' && typeof value.upTo === 'number'
}

/** Creates access to a JSON value in `state_meta`. */
function createFact<T>(database: Database, key: string, isFact: (value: unknown) => value is T) {
  const get = database.prepare<[string], string | null>('select value from state_meta where key = ?').pluck()
  const set = database.prepare<[string, string]>(
    `insert into state_meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value`,
  )
  return {
    get(): T | undefined {
      const value = get.get(key)
      return value ? storedJson(value, isFact) : undefined
    },
    set: (fact: T) => set.run(key, JSON.stringify(fact)),
  }
}
