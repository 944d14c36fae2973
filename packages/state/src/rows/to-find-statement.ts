import type { SessionQuery } from '@hermes/core/sessions'
import { summaryColumns } from './from-row.js'
import { encodeText } from './text.js'

export interface FindStatement {
  readonly text: string
  readonly values: readonly (string | number)[]
}

/** Sorts after every character that an id may go on with. */
const afterAnything = '\u{10ffff}'

/** The SELECT of a query, in the SQL of both databases. Its text depends only on which conditions are given, so that it can be kept prepared. */
export function toFindStatement({
  idPrefix,
  title,
  source,
  parentSessionId,
  archived,
  limit,
}: SessionQuery): FindStatement {
  const conditions: { readonly text: string; readonly values: readonly (string | number)[] }[] = []
  // A range and not LIKE: an id may hold the wildcards of LIKE, and a range can use the index.
  if (idPrefix) conditions.push({ text: 'id >= ? and id < ?', values: [idPrefix, idPrefix + afterAnything] })
  if (title !== undefined) conditions.push({ text: 'title = ?', values: [encodeText(title)] })
  if (source !== undefined) conditions.push({ text: 'source = ?', values: [encodeText(source)] })
  if (parentSessionId === null) conditions.push({ text: 'parent_session_id is null', values: [] })
  else if (parentSessionId !== undefined) conditions.push({ text: 'parent_session_id = ?', values: [parentSessionId] })
  if (archived !== undefined) conditions.push({ text: 'archived = ?', values: [archived ? 1 : 0] })

  const where = conditions.length === 0 ? '' : `where ${conditions.map(({ text }) => text).join(' and ')}`
  return {
    text: `select ${summaryColumns.join(', ')} from sessions ${where} order by last_activity_at desc, rowid desc ${limit === undefined ? '' : 'limit ?'}`,
    values: [...conditions.flatMap(({ values }) => values), ...(limit === undefined ? [] : [limit])],
  }
}
