import type { SearchGroup, SearchTerm } from './parse-query.js'
import { quoted, toPhrase } from './to-phrase.js'

/** A query for the word index, and the conditions to check in the text of its matches. */
export interface Match {
  readonly match: string
  /** Terms that the text must contain. */
  readonly wanted: readonly SearchTerm[]
  /** Terms that the text must not contain. */
  readonly unwanted: readonly SearchTerm[]
}

/** Expands a term with a frequent prefix to phrases. Returns `undefined` for any other term. */
export type Expand = (term: SearchTerm) => readonly string[] | undefined

/**
 * Returns the strategies for searching a group. A later one is used if an earlier one has more candidates than can be read.
 *
 * A frequent prefix (`a*`) is not passed to the index, which would first collect all matches. Instead, the messages
 * with the other words are read or, if those are frequent too, the most frequent words with that prefix are searched for.
 */
export function toMatches(group: SearchGroup, scope: readonly string[], expand: Expand): readonly [Match, ...Match[]] {
  const [wanted, common] = partition(group.wanted, (term) => expand(term) === undefined)
  const [unwanted, unwantedInText] = partition(group.unwanted, (term) => expand(term) === undefined)
  const compose = (parts: readonly string[]) =>
    `${[...parts, ...scope].join(' AND ')}${unwanted.length === 0 ? '' : ` NOT (${unwanted.map(toQuoted).join(' OR ')})`}`
  // Joined without an operator, so that a term without indexed words is ignored.
  const words = wanted.length === 0 ? [] : [`(${wanted.map(toQuoted).join(' ')})`]
  const all: Match = {
    match: compose([...words, ...common.map((term) => anyOf(expand(term) ?? []))]),
    wanted: [],
    unwanted: unwantedInText,
  }
  if (common.length === 0 || words.length === 0) return [all]
  return [{ match: compose(words), wanted: common, unwanted: unwantedInText }, all]
}

function toQuoted(term: SearchTerm): string {
  return quoted(toPhrase(term), term.kind === 'prefix')
}

function anyOf(phrases: readonly string[]): string {
  return `(${phrases.map((phrase) => quoted(phrase)).join(' OR ')})`
}

function partition<T>(values: readonly T[], isFirst: (value: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}
