import type { MessageSearch, SearchHit, SearchQuery } from '@hermes/core/sessions'
import { fromMessageRow, type LoadedRow } from '../../rows/from-row.js'
import { encodeText } from '../../rows/text.js'
import { messageColumns, orNull, toSeconds } from '../../rows/to-row.js'
import { parseQuery } from '../../search/parse-query.js'
import { toSnippet } from '../../search/to-snippet.js'
import type { PostgresConnection } from '../connection.js'
import { positional, type SqlValue, type Statement } from '../sql.js'
import { type SearchCondition, toCondition, toRanking } from './to-condition.js'

const defaultLimit = 50
/** Maximum number of messages to rank. Bounds the work for a frequent word. */
const mostCandidates = 500
/** Maximum number of messages to read for phrases of frequent words and for substrings. */
const mostRead = 20_000
const limitMs = 15_000

const columns = ['id', ...messageColumns].map((column) => `m.${column}`).join(', ')
const from = 'from messages m join sessions s on s.id = m.session_id'
/** Ranks a message. Its text weighs more than tool arguments, and a word weighs less in a longer message. */
const fit = `ts_rank('{0.1, 0.1, 0.3, 1.0}', m.words, ?::tsquery, 1)`
/** Ranks recent messages up to a quarter higher. Half of that decays within a month. */
const withRecency = `${fit} * (1.0 + 0.25 / (1.0 + greatest(0.0, ?::float8 - m.timestamp) / 2592000.0))`

export function createMessageSearch({ readWithin }: PostgresConnection, now: () => number): MessageSearch {
  return {
    async find(query) {
      const groups = parseQuery(query.text)
      if (groups.length === 0) return []
      const condition = toCondition(groups)
      const statement =
        query.order === undefined || query.order === 'best'
          ? byFit(query, condition, toRanking(groups), toSeconds(now()))
          : byTime(query, condition)
      const rows = await readWithin<LoadedRow>(limitMs, statement)
      return rows.map((row): SearchHit => {
        const message = fromMessageRow(row)
        return { message, snippet: toSnippet(message.message, groups) }
      })
    },
  }
}

function byTime(query: SearchQuery, condition: SearchCondition): Statement {
  const { text, values } = toCandidates(query, condition)
  const direction = directionOf(query)
  return positional(
    `select ${columns} from messages m where m.id in (${text} order by m.id ${direction} limit ?) order by m.id ${direction}`,
    [...values, query.limit ?? defaultLimit],
  )
}

function byFit(query: SearchQuery, condition: SearchCondition, ranking: string, seconds: number): Statement {
  const { text, values } = toCandidates(query, condition)
  return positional(
    `with candidates as materialized (${text} order by m.id desc limit ${mostCandidates})
    select ${columns} from messages m where m.id in (select id from candidates)
    order by ${withRecency} desc, m.id desc limit ?`,
    [...values, ranking, seconds, query.limit ?? defaultLimit],
  )
}

/**
 * Returns the SELECT of the ids of matching messages. Matches that must be verified in the text are limited to the
 * first rows that the indexes find.
 */
function toCandidates(query: SearchQuery, { sql, values, indexed }: SearchCondition): Statement {
  const filters = toFilters(query)
  const filtered = filters.map((filter) => ` and ${filter.sql}`).join('')
  const filterValues = filters.map(({ value }) => value)
  if (!indexed) {
    return { text: `select m.id ${from} where (${sql})${filtered}`, values: [...values, ...filterValues] }
  }
  return {
    text: `select m.id from (
      select m.id, m.words, m.wide, m.searchable, m.content ${from} where (${indexed.sql})${filtered}
      order by m.id ${directionOf(query)} limit ${mostRead}
    ) m where (${sql})`,
    values: [...indexed.values, ...filterValues, ...values],
  }
}

function directionOf({ order }: SearchQuery): 'asc' | 'desc' {
  return order === 'oldest' ? 'asc' : 'desc'
}

interface Filter {
  readonly sql: string
  readonly value: SqlValue
}

function toFilters({
  roles,
  sources,
  withoutSources,
  sessionId,
  userId,
  sinceMs,
  untilMs,
}: SearchQuery): readonly Filter[] {
  return [
    ...(roles ? [{ sql: 'm.role = any(?)', value: roles }] : []),
    ...(sources ? [{ sql: 's.source = any(?)', value: sources.map(encodeText) }] : []),
    ...(withoutSources ? [{ sql: 's.source <> all(?)', value: withoutSources.map(encodeText) }] : []),
    ...(sessionId === undefined ? [] : [{ sql: 'm.session_id = ?', value: sessionId }]),
    ...(userId === undefined
      ? []
      : [{ sql: 's.user_id is not distinct from ?::text', value: orNull(userId, encodeText) }]),
    ...(sinceMs === undefined ? [] : [{ sql: 'm.timestamp >= ?', value: toSeconds(sinceMs) }]),
    ...(untilMs === undefined ? [] : [{ sql: 'm.timestamp <= ?', value: toSeconds(untilMs) }]),
  ]
}
