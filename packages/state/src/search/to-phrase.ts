import type { SearchTerm } from './parse-query.js'
import { separateSigns } from './to-search-text.js'

/** A term as the index of words has it: Chinese letter by letter, emoji and `C++` as words. */
export function toPhrase({ text }: Pick<SearchTerm, 'text'>): string {
  return spellSigns(separateSigns(text))
    .replaceAll(/[\p{Co}\s]+/gu, ' ')
    .trim()
}

/** As a quoted string of the index's own language: nothing in it is an operator. */
export function quoted(phrase: string, isPrefix = false): string {
  return `"${phrase.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`
}

/** As the view `messages_searchable` spells them. */
export function spellSigns(text: string): string {
  return text.replaceAll('++', ' plusplus ').replaceAll(/([CcFf])#/g, '$1 sharp ')
}
