import type { SearchTerm } from './parse-query.js'
import { separateSigns } from './to-search-text.js'

/** Converts a term to the form of the word index: Chinese characters separately, emoji and `C++` as words. */
export function toPhrase({ text }: Pick<SearchTerm, 'text'>): string {
  return spellSigns(separateSigns(text))
    .replaceAll(/[\p{Co}\s]+/gu, ' ')
    .trim()
}

/** Returns a quoted FTS5 string, in which nothing is an operator. */
export function quoted(phrase: string, isPrefix = false): string {
  return `"${phrase.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`
}

/** Spells out signs like the view `messages_searchable`. */
export function spellSigns(text: string): string {
  return text.replaceAll('++', ' plusplus ').replaceAll(/([CcFf])#/g, '$1 sharp ')
}
