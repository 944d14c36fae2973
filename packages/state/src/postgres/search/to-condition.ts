import { type SearchGroup, type SearchTerm, unspaced } from '../../search/parse-query.js'
import { wordsOf } from './to-words.js'

/** A condition on `m`, with the values of its `?`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

export interface SearchCondition extends Condition {
  /** What the indexes can tell, where they cannot tell all: finds at least what fits. */
  readonly indexed?: Condition
}

/** The shortest part of a text that the index of trigrams knows. */
const trigram = 3

const text = 'coalesce(m.searchable, m.content)'

export function toCondition(groups: readonly SearchGroup[]): SearchCondition {
  const condition = anyCondition(groups.map(groupCondition))
  const isToldByIndex = groups.every(({ wanted, unwanted }) => [...wanted, ...unwanted].every(isIndexed))
  const indexed = groups.map(indexedCondition)
  if (isToldByIndex || indexed.some(({ sql }) => sql === '')) return condition
  return { ...condition, indexed: anyCondition(indexed) }
}

function anyCondition(parts: readonly Condition[]): Condition {
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' or '), values: parts.flatMap(({ values }) => values) }
}

function everyCondition(parts: readonly Condition[]): Condition {
  return { sql: parts.map(({ sql }) => sql).join(' and '), values: parts.flatMap(({ values }) => values) }
}

function indexedCondition({ wanted }: SearchGroup): Condition {
  const words = allOf(wanted.map(toWordsQuery))
  const parts = wanted.filter((term) => isPart(term) && Array.from(term.text).length >= trigram)
  return everyCondition([...wordsCondition(words), ...parts.map(partCondition)])
}

/** What a message is ranked by: a `tsquery` of what is wanted. */
export function toRanking(groups: readonly SearchGroup[]): string {
  return anyOf(groups.map(({ wanted }) => allOf(wanted.map(toQuery))))
}

/** All words of a group are asked of the index at once; what it cannot tell is seen in the text of those that it finds. */
function groupCondition({ wanted, unwanted }: SearchGroup): Condition {
  const none = unwanted.filter((term) => term.kind !== 'substring').map(toQuery)
  const words = allOf([...wanted.map(toQuery), ...none.filter((query) => query !== '').map((query) => `!(${query})`)])
  return everyCondition([
    ...wordsCondition(words),
    ...wanted.filter(isPart).map(partCondition),
    ...unwanted.filter(isPart).map((term) => not(partCondition(term))),
  ])
}

function wordsCondition(query: string): readonly Condition[] {
  return query === '' ? [] : [{ sql: 'm.words @@ ?::tsquery', values: [query] }]
}

function isPart({ kind }: SearchTerm): boolean {
  return kind === 'substring'
}

/** Not what stands where: PostgreSQL sees that in the message itself. A single sign of Chinese is a word. */
function isIndexed(term: SearchTerm): boolean {
  return lexemesOf(term).length === 1 && (!isPart(term) || Array.from(term.text).length === 1)
}

function toQuery(term: SearchTerm): string {
  if (isPart(term)) return toWordsQuery(term)
  return `${lexemesOf(term).join(' <-> ')}${term.kind === 'prefix' ? ':*' : ''}`
}

/** The same in any place. */
function toWordsQuery(term: SearchTerm): string {
  return `${lexemesOf(term).join(' & ')}${term.kind === 'prefix' ? ':*' : ''}`
}

/** Of a part of a text only the signs that are words by themselves: the others may be the end of a longer word. */
function lexemesOf({ text, kind }: SearchTerm): readonly string[] {
  const words = Array.from(wordsOf(text), (word) => `'${word}'`)
  if (kind === 'literal') return words.slice(-1)
  return kind === 'substring' ? words.filter((word) => unspaced.test(word)) : words
}

function allOf(queries: readonly string[]): string {
  return queries.filter((query) => query !== '').join(' & ')
}

/** Empty if one of them says nothing: then nothing is known of all. */
function anyOf(queries: readonly string[]): string {
  return queries.includes('') ? '' : queries.map((query) => `(${query})`).join(' | ')
}

function partCondition({ text: part }: SearchTerm): Condition {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  // Said as the index of trigrams is defined, so that it may be used.
  return { sql: `(m.wide = 1 and ${text} ilike ?)`, values: [pattern] }
}

function not({ sql, values }: Condition): Condition {
  // Of a message without text nothing is known, which is not what is meant.
  return { sql: `coalesce(${sql}, false) = false`, values }
}
