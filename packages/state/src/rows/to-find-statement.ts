import type { SessionQuery } from '@hermes/core/sessions'
import { summaryColumns } from './from-row.js'
import { limitTo } from './limit-to.js'
import { encodeText } from './text.js'

export interface FindStatement {
  readonly text: string
  readonly values: readonly (string | number)[]
}

/** Sorts after every character of an id. */
const afterAnything = '\u{10ffff}'

/**
 * Returns the SELECT of a query, in SQL for both databases. Its text depends only on which conditions are set, so it
 * can be cached as a prepared statement.
 */
export function toFindStatement({
  idPrefix,
  title,
  source,
  parentSessionId,
  archived,
  limit,
}: SessionQuery): FindStatement {
  const conditions: { readonly text: string; readonly values: readonly (string | number)[] }[] = []
  // A range instead of LIKE, because an id may contain LIKE wildcards and a range uses the index.
  if (idPrefix) conditions.push({ text: 'id >= ? and id < ?', values: [idPrefix, idPrefix + afterAnything] })
  if (title !== undefined) conditions.push({ text: 'title = ?', values: [encodeText(title)] })
  if (source !== undefined) conditions.push({ text: 'source = ?', values: [encodeText(source)] })
  if (parentSessionId === null) conditions.push({ text: 'parent_session_id is null', values: [] })
  else if (parentSessionId !== undefined) conditions.push({ text: 'parent_session_id = ?', values: [parentSessionId] })
  if (archived !== undefined) conditions.push({ text: 'archived = ?', values: [archived ? 1 : 0] })

  const where = conditions.length === 0 ? '' : `where ${conditions.map(({ text }) => text).join(' and ')}`
  return {
    text: `select ${summaryColumns.join(', ')} from sessions ${where} order by last_activity_at desc, rowid desc ${limit === undefined ? '' : limitTo('?')}`,
    values: [...conditions.flatMap(({ values }) => values), ...(limit === undefined ? [] : [limit])],
  }
}
