import { type SearchGroup, type SearchTerm, unspaced } from '../../search/parse-query.js'
import { wordsOf } from './to-words.js'

/** A condition on `m`, with the values of its `?`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

export interface SearchCondition extends Condition {
  /** A weaker condition that the indexes can evaluate. It matches at least the wanted messages. */
  readonly indexed?: Condition
}

/** Length of the shortest text that the trigram index can find. */
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

/** Returns the `tsquery` of the wanted terms, for ranking. */
export function toRanking(groups: readonly SearchGroup[]): string {
  return anyOf(groups.map(({ wanted }) => allOf(wanted.map(toQuery))))
}

/**
 * Returns the condition for a group. All of its words are looked up in the index at once, and what the index cannot
 * decide is checked in the text of its matches.
 */
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

/**
 * Whether the index alone decides a term. It does not decide word order, which PostgreSQL reads from the message. A
 * single Chinese character is a word.
 */
function isIndexed(term: SearchTerm): boolean {
  return lexemesOf(term).length === 1 && (!isPart(term) || Array.from(term.text).length === 1)
}

function toQuery(term: SearchTerm): string {
  if (isPart(term)) return toWordsQuery(term)
  return `${lexemesOf(term).join(' <-> ')}${term.kind === 'prefix' ? ':*' : ''}`
}

/** Returns a query for the same words in any order. */
function toWordsQuery(term: SearchTerm): string {
  return `${lexemesOf(term).join(' & ')}${term.kind === 'prefix' ? ':*' : ''}`
}

/**
 * Returns the words of a term. For a substring, these are only characters that are words by themselves, because the
 * others may be part of a longer word.
 */
function lexemesOf({ text, kind }: SearchTerm): readonly string[] {
  const words = Array.from(wordsOf(text), (word) => `'${word}'`)
  if (kind === 'literal') return words.slice(-1)
  return kind === 'substring' ? words.filter((word) => unspaced.test(word)) : words
}

function allOf(queries: readonly string[]): string {
  return queries.filter((query) => query !== '').join(' & ')
}

/** Combines queries. Returns `''` when one of them is empty, because the index then cannot restrict the others. */
function anyOf(queries: readonly string[]): string {
  return queries.includes('') ? '' : queries.map((query) => `(${query})`).join(' | ')
}

function partCondition({ text: part }: SearchTerm): Condition {
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  // Written like the definition of the trigram index, so that the planner uses the index.
  return { sql: `(m.wide = 1 and ${text} ilike ?)`, values: [pattern] }
}

function not({ sql, values }: Condition): Condition {
  // For a message without text, the condition is null, which must not count as true.
  return { sql: `coalesce(${sql}, false) = false`, values }
}
