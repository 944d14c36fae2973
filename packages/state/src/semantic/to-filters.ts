import type { SearchQuery } from '@hermes/core/sessions'
import { encodeText } from '../rows/text.js'
import { orNull, toSeconds } from '../rows/to-row.js'

/** Conditions on a message `m` of a session `s`, with the values of their `?`. */
export interface Filters {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

export function toFilters(query: SearchQuery): Filters {
  const { roles, sources, withoutSources, sessionId, userId, sinceMs, untilMs } = query
  const filters: Filters[] = [
    ...list('m.role in', roles),
    ...list('s.source in', sources?.map(encodeText)),
    ...list('s.source not in', withoutSources?.map(encodeText)),
    ...(sessionId === undefined ? [] : [{ sql: 'm.session_id = ?', values: [sessionId] }]),
    ...(userId === undefined ? [] : [{ sql: 's.user_id is ?', values: [orNull(userId, encodeText)] }]),
    ...(sinceMs === undefined ? [] : [{ sql: 'm.timestamp >= ?', values: [toSeconds(sinceMs)] }]),
    ...(untilMs === undefined ? [] : [{ sql: 'm.timestamp <= ?', values: [toSeconds(untilMs)] }]),
  ]
  return {
    sql: filters.map(({ sql }) => `and ${sql}`).join(' '),
    values: filters.flatMap(({ values }) => values),
  }
}

function list(sql: string, values: readonly string[] | undefined): readonly Filters[] {
  return values === undefined ? [] : [{ sql: `${sql} (${values.map(() => '?').join(', ')})`, values }]
}
