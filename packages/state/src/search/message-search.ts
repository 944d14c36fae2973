import type { MessageSearch, SearchHit, SearchQuery } from '@hermes/core'
import type { Connection } from '../connection.js'
import { fromMessageRow, type LoadedRow } from '../from-row.js'
import { encodeText } from '../text.js'
import { messageColumns, orNull, toSeconds } from '../to-row.js'
import { parseQuery } from './parse-query.js'
import { type Condition, toCondition } from './to-condition.js'
import { toSnippet } from './to-snippet.js'

const defaultLimit = 50
const columns = ['id', ...messageColumns].map((column) => `m.${column}`).join(', ')
/** The text of a message counts more than what its tools were given. Smaller is better. */
const fit = 'bm25(messages_fts, 10.0, 3.0, 1.0)'
/** What was said today counts up to a quarter more than what was said long ago; half of that is gone after a month. */
const withRecency = `${fit} * (1.0 + 0.25 / (1.0 + max(0.0, ? - m.timestamp) / 2592000.0))`

export function createMessageSearch({ database, read }: Connection, now: () => number = Date.now): MessageSearch {
  return {
    async find(query) {
      const groups = parseQuery(query.text)
      if (groups.length === 0) return []
      const condition = toCondition(groups)
      const rows = await read(() => {
        const all = ({ sql, values }: Statement) => database.prepare<unknown[], LoadedRow>(sql).all(...values)
        const { order = 'best', limit = defaultLimit } = query
        if (condition.match === undefined || order !== 'best') return all(byTime(query, condition))
        const ranked = all(byFit(query, condition.match, toSeconds(now())))
        if (ranked.length >= limit) return ranked
        const ids = new Set(ranked.map(({ id }) => id))
        return [...ranked, ...all(byTime(query, condition)).filter(({ id }) => !ids.has(id))].slice(0, limit)
      })
      return rows.map((row): SearchHit => {
        const message = fromMessageRow(row)
        return { message, snippet: toSnippet(message.message, groups) }
      })
    },
  }
}

interface Statement {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

const from = 'messages m join sessions s on s.id = m.session_id'

function byTime(query: SearchQuery, condition: Condition): Statement {
  const filters = toFilters(query)
  const { order, limit = defaultLimit } = query
  return {
    sql: `select ${columns} from ${from} where (${condition.sql}) ${filters.sql}
      order by m.id ${order === 'oldest' ? 'asc' : 'desc'} limit ?`,
    values: [...condition.values, ...filters.values, limit],
  }
}

function byFit(query: SearchQuery, match: string, now: number): Statement {
  const filters = toFilters(query)
  return {
    sql: `select ${columns} from messages_fts join ${from.replace('messages m', 'messages m on m.id = messages_fts.rowid')}
      where messages_fts match ? ${filters.sql} order by ${withRecency}, m.id desc limit ?`,
    values: [match, ...filters.values, now, query.limit ?? defaultLimit],
  }
}

function toFilters(query: SearchQuery): Statement {
  const filters: Statement[] = [
    ...list('m.role in', query.roles),
    ...list('s.source in', query.sources),
    ...list('s.source not in', query.withoutSources),
    ...(query.sessionId === undefined ? [] : [{ sql: 'm.session_id = ?', values: [query.sessionId] }]),
    ...(query.userId === undefined ? [] : [{ sql: 's.user_id is ?', values: [orNull(query.userId, encodeText)] }]),
    ...(query.sinceMs === undefined ? [] : [{ sql: 'm.timestamp >= ?', values: [toSeconds(query.sinceMs)] }]),
    ...(query.untilMs === undefined ? [] : [{ sql: 'm.timestamp <= ?', values: [toSeconds(query.untilMs)] }]),
  ]
  return {
    sql: filters.map(({ sql }) => `and ${sql}`).join(' '),
    values: filters.flatMap(({ values }) => values),
  }
}

function list(sql: string, values: readonly string[] | undefined): readonly Statement[] {
  return values === undefined ? [] : [{ sql: `${sql} (${values.map(() => '?').join(', ')})`, values }]
}
