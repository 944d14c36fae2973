import type { SearchGroup, SearchTerm } from './parse-query.js'

/** A condition on `m.id`, with the values of its `?`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
  /** Nearly the whole of it in the language of the index of words, which ranks: it lacks words in the midst of Chinese. */
  readonly match?: string
}

/** The shortest text that the index of substrings knows. */
const trigram = 3

export function toCondition(groups: readonly SearchGroup[]): Condition {
  const terms = groups.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const match = groups.map(groupMatch).join(' OR ')
  if (terms.every(({ kind }) => kind === 'words' || kind === 'prefix')) {
    return { ...allGroups(groups), match }
  }
  return allGroups(groups)
}

function allGroups(groups: readonly SearchGroup[]): Condition {
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
  if (term.kind === 'literal') return literalCondition(term, operator)
  if (term.kind !== 'substring') return wordCondition(term, operator)
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

/** The index of words finds the message, its text tells the rest. */
function literalCondition(term: SearchTerm, operator: 'in' | 'not in'): Condition {
  return {
    sql: `m.id ${operator} (
      select f.rowid from messages_fts f join messages_searchable v on v.id = f.rowid
      where f.messages_fts match ? and instr(lower(v.content), ?) > 0
    )`,
    values: [quoted(term), term.text.toLowerCase()],
  }
}

/** Words too short for that index are looked for in so many of the newest messages, one by one. */
const newest = 1_000
/** Those which that index finds are read as well, to see where the word ends. */
const newestOfLong = 10_000

/** The index of words takes `部署API网关` for one word; that of substrings knows what stands in it, if not where it ends. */
function wordCondition(term: SearchTerm, operator: 'in' | 'not in'): Condition {
  const text = term.text.toLowerCase()
  const isShort = text.length < trigram
  const amidst = isShort
    ? `select id from messages_searchable_wide where id > (select max(id) from messages) - ${newest}`
    : `select id from messages_searchable_wide
       where id in (select rowid from messages_fts_trigram where messages_fts_trigram match ?)
       and id > (select max(id) from messages) - ${newestOfLong}`
  return {
    sql: `m.id ${operator} (
      select rowid from messages_fts where messages_fts match ?
      union ${amidst} and ' ' || lower(content) || ' ' glob ?
    )`,
    values: [
      quoted(term),
      ...(isShort ? [] : [`"${term.text.replaceAll('"', '""')}"`]),
      `*[^a-z0-9_]${text.replaceAll(/[*?[]/g, '[$&]')}${term.kind === 'prefix' ? '' : '[^a-z0-9_]'}*`,
    ],
  }
}
