import type { SearchTerm } from './parse-query.js'
import { spellSigns, toPhrase } from './to-phrase.js'

/** Counts a term in a text that was passed through {@link fold}. */
export type Counter = (folded: string) => number

const letter = '[\\p{L}\\p{N}\\p{Co}]'
const between = '[^\\p{L}\\p{N}\\p{Co}]+'

/** Creates a counter with the same rules as the word index. */
export function createCounter(term: SearchTerm): Counter {
  const words = wordsOf(toPhrase(term))
  if (words.length === 0) return () => 0
  const end = term.kind === 'prefix' ? '' : `(?!${letter})`
  const pattern = new RegExp(`(?<!${letter})${words.join(between)}${end}`, 'gu')
  const [first = ''] = words
  return (folded) => (folded.includes(first) ? (folded.match(pattern)?.length ?? 0) : 0)
}

/** Creates a function that finds words with a prefix in a text that was passed through {@link fold}. */
export function createWordFinder(beginning: string): (folded: string) => ReadonlySet<string> {
  const pattern = new RegExp(`(?<!${letter})${beginning}${letter}*`, 'gu')
  return (folded) => new Set(folded.includes(beginning) ? folded.match(pattern) : [])
}

/** Converts a text to lower case without accents, with the signs of `C++` spelled out. */
export function fold(text: string): string {
  const lower = spellSigns(text).toLowerCase()
  if (!/[^\0-\x7F]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replaceAll(/[\u0300-\u0331]/g, '')
    .normalize('NFC')
}

export function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}
