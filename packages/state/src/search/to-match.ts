import type { SearchGroup, SearchTerm } from './parse-query.js'
import { quoted, toPhrase } from './to-phrase.js'

/** What is asked of the index of words, and what only the text of the messages that it finds can tell. */
export interface Match {
  readonly match: string
  /** Terms that have to be in the text, and such that must not be. */
  readonly wanted: readonly SearchTerm[]
  readonly unwanted: readonly SearchTerm[]
}

/** The phrases that a term with a common beginning of a word stands for; `undefined` for any other term. */
export type Expand = (term: SearchTerm) => readonly string[] | undefined

/**
 * The ways to find a group, of which a later one is taken where an earlier one has more candidates than can be read.
 *
 * A common beginning of a word (`a*`) is not asked of the index, which would gather all of its messages first: the messages
 * with the other words are read for it, or, where those are many too, the most common words that begin so are asked for.
 */
export function toMatches(group: SearchGroup, scope: readonly string[], expand: Expand): readonly [Match, ...Match[]] {
  const [wanted, common] = partition(group.wanted, (term) => expand(term) === undefined)
  const [unwanted, unwantedInText] = partition(group.unwanted, (term) => expand(term) === undefined)
  const compose = (parts: readonly string[]) =>
    `${[...parts, ...scope].join(' AND ')}${unwanted.length === 0 ? '' : ` NOT (${unwanted.map(toQuoted).join(' OR ')})`}`
  // Without a sign between them: a term that holds no word of the index is then left out.
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
