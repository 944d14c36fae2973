import type { SearchQuery } from '@hermes/core/sessions'
import type { Database } from '../connection/driver/database.js'
import { toSeconds } from '../rows/to-row.js'

/** Reads matches of the word index from the newest message to the oldest, or in reverse. */
export interface IndexReader {
  ids(match: string, options: ReadOptions): readonly number[]
  rows(match: string, options: ReadOptions): readonly IndexedRow[]
  /** Returns the number of matches: exact when small, otherwise estimated from the ids of the newest ones. */
  frequency(match: string): number
  newestId(): number
  /** Returns the sources as stored. */
  sources(): readonly string[]
}

export interface ReadOptions {
  readonly query: SearchQuery
  readonly limit: number
  /** Number of characters of each text to read. Default: the start of the text, enough for ranking. */
  readonly textLength?: number
}

export interface IndexedRow {
  readonly id: number
  readonly timestamp: number
  /** Length of the whole text in bytes. */
  readonly length: number
  readonly content: string | null
  readonly tool_name: string | null
  readonly tool_calls: string | null
}

const beginning = 4_000
const probed = 100

/** Returns the statement that finds matches. It also filters by the time of a message, because the index stores only days. */
const found = (columns: string, order: 'asc' | 'desc') => `
  select ${columns} from messages_fts f cross join messages m on m.id = f.rowid
  where messages_fts match ? and m.timestamp >= ? and m.timestamp <= ? order by f.rowid ${order} limit ?`
/** Columns with the stored texts, because the indexed form would cost more than the search. */
const textColumns = `m.id, m.timestamp, coalesce(octet_length(m.content), 0) as length,
  substr(coalesce(m.search_text, m.searchable, m.content), 1, ?) as content,
  m.tool_name, substr(m.tool_calls, 1, ?) as tool_calls`
/** Selects all sources with one index lookup per source, however many sessions there are. */
const eachSource = `
  with recursive each(source) as (
    select min(source) from sessions
    union all
    select (select min(source) from sessions where source > each.source) from each where each.source is not null
  )
  select source from each where source is not null`

export function createIndexReader(database: Database): IndexReader {
  const ids = byOrder((order) => database.prepare<unknown[], number>(found('m.id', order)).pluck())
  const rows = byOrder((order) => database.prepare<unknown[], IndexedRow>(found(textColumns, order)))
  const probe = database
    .prepare<[string, number], number>(
      'select rowid from messages_fts where messages_fts match ? order by rowid desc limit ?',
    )
    .pluck()
  const newest = database.prepare<[], number | null>('select max(id) from messages').pluck()
  const sources = database.prepare<[], string>(eachSource).pluck()
  const newestId = () => newest.get() ?? 0

  return {
    ids: (match, { query, limit }) => ids(query).all(match, ...timesOf(query), limit),
    rows: (match, { query, limit, textLength = beginning }) =>
      rows(query).all(textLength, textLength, match, ...timesOf(query), limit),
    frequency(match) {
      const near = probe.all(match, probed)
      const oldest = near.at(-1)
      if (near.length < probed || oldest === undefined) return near.length
      const all = newestId()
      return (near.length * all) / (all - oldest + 1)
    },
    newestId,
    sources: () => sources.all(),
  }
}

function byOrder<T>(create: (order: 'asc' | 'desc') => T): (query: SearchQuery) => T {
  const [oldest, newest] = [create('asc'), create('desc')]
  return ({ order }) => (order === 'oldest' ? oldest : newest)
}

function timesOf({ sinceMs, untilMs }: SearchQuery): readonly number[] {
  return [
    sinceMs === undefined ? Number.NEGATIVE_INFINITY : toSeconds(sinceMs),
    untilMs === undefined ? Number.POSITIVE_INFINITY : toSeconds(untilMs),
  ]
}
