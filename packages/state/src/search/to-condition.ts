import type { SearchGroup, SearchTerm } from './parse-query.js'

/** A condition on `m.id`, with the values of its `?`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
  /** The whole of it in the language of the index of words, where that says it all: it can then be ranked. */
  readonly match?: string
}

/** The shortest text that the index of substrings knows. */
const trigram = 3

export function toCondition(groups: readonly SearchGroup[]): Condition {
  const terms = groups.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const match = groups.map(groupMatch).join(' OR ')
  if (terms.every(({ kind }) => kind !== 'substring')) {
    return { sql: 'm.id in (select rowid from messages_fts where messages_fts match ?)', values: [match], match }
  }
  const parts = groups.map(groupCondition)
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' or '), values: parts.flatMap(({ values }) => values) }
}

/** Words that stand next to each other are all required; that binds more tightly than any operator. */
function groupMatch({ wanted, unwanted }: SearchGroup): string {
  const all = `(${wanted.map(quoted).join(' ')})`
  return unwanted.length === 0 ? all : `(${all} NOT (${unwanted.map(quoted).join(' OR ')}))`
}

function quoted({ text, kind }: SearchTerm): string {
  return `"${text.replaceAll('"', '""')}"${kind === 'prefix' ? '*' : ''}`
}

function groupCondition({ wanted, unwanted }: SearchGroup): Condition {
  const all = [
    ...wanted.map((term) => termCondition(term, 'in')),
    ...unwanted.map((term) => termCondition(term, 'not in')),
  ]
  return { sql: all.map(({ sql }) => sql).join(' and '), values: all.flatMap(({ values }) => values) }
}

function termCondition(term: SearchTerm, operator: 'in' | 'not in'): Condition {
  if (term.kind !== 'substring') {
    return {
      sql: `m.id ${operator} (select rowid from messages_fts where messages_fts match ?)`,
      values: [quoted(term)],
    }
  }
  if (Array.from(term.text).length < trigram) {
    const pattern = `%${term.text.replaceAll(/[\\%_]/g, '\\$&')}%`
    return {
      sql: `m.id ${operator} (select id from messages_searchable_wide where content like ? escape '\\')`,
      values: [pattern],
    }
  }
  return {
    sql: `m.id ${operator} (select rowid from messages_fts_trigram where messages_fts_trigram match ?)`,
    values: [quoted(term)],
  }
}
