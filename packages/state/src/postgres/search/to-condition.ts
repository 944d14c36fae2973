import { type SearchGroup, type SearchTerm, unspaced } from '../../search/parse-query.js'
import { wordsOf } from './to-words.js'

/** A condition on `m`, with the values of its `?`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

const text = 'coalesce(m.searchable, m.content)'

export function toCondition(groups: readonly SearchGroup[]): Condition {
  const parts = groups.map(groupCondition)
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' or '), values: parts.flatMap(({ values }) => values) }
}

/** What a message is ranked by: a `tsquery` of what is wanted. */
export function toRanking(groups: readonly SearchGroup[]): string {
  const queries = groups.map(({ wanted }) => wanted.map(toQuery).filter(isQuery).join(' & ')).filter(isQuery)
  return queries.map((query) => `(${query})`).join(' | ')
}

/** All words of a group are asked of the index at once; what it cannot tell is seen in the text of those that it finds. */
function groupCondition({ wanted, unwanted }: SearchGroup): Condition {
  const words = [
    ...wanted.map(toQuery).filter(isQuery),
    ...unwanted
      .filter((term) => !isRead(term))
      .map(toQuery)
      .filter(isQuery)
      .map((query) => `!(${query})`),
  ].join(' & ')
  const parts = [
    ...(words === '' ? [] : [{ sql: 'm.words @@ ?::tsquery', values: [words] }]),
    ...wanted.filter(isRead).map(readCondition),
    ...unwanted.filter(isRead).map((term) => not(readCondition(term))),
  ]
  return { sql: parts.map(({ sql }) => sql).join(' and '), values: parts.flatMap(({ values }) => values) }
}

function isRead({ kind }: SearchTerm): boolean {
  return kind === 'substring' || kind === 'literal'
}

function isQuery(query: string): boolean {
  return query !== ''
}

/** Words next to each other; of a part of a text only the signs that are words by themselves, in any place. */
function toQuery(term: SearchTerm): string {
  const words = Array.from(wordsOf(term.text), (word) => `'${word}'`)
  if (term.kind === 'substring') return words.filter((word) => unspaced.test(word)).join(' & ')
  return `${words.join(' <-> ')}${term.kind === 'prefix' ? ':*' : ''}`
}

function readCondition(term: SearchTerm): Condition {
  if (term.kind === 'literal') return { sql: `position(? in lower(${text})) > 0`, values: [term.text.toLowerCase()] }
  const pattern = `%${term.text.replaceAll(/[\\%_]/g, '\\$&')}%`
  // Said as the index of trigrams is defined, so that it may be used.
  return { sql: `(m.wide = 1 and ${text} ilike ?)`, values: [pattern] }
}

function not({ sql, values }: Condition): Condition {
  // Of a message without text nothing is known, which is not what is meant.
  return { sql: `coalesce(${sql}, false) = false`, values }
}
