export interface SearchTerm {
  readonly text: string
  /**
   * How the term matches. `words`: adjacent words. `prefix`: the last word is a prefix. `substring`: anywhere, for
   * scripts without spaces between words. `literal`: the word with its signs, as typed.
   */
  readonly kind: 'words' | 'prefix' | 'substring' | 'literal'
}

/** One alternative, which matches all of `wanted` and none of `unwanted`. */
export interface SearchGroup {
  readonly wanted: readonly SearchTerm[]
  readonly unwanted: readonly SearchTerm[]
}

const longestQuery = 1_000
const mostTerms = 64

/**
 * Parses a typed query into alternatives. Operators without operands and terms without words are ignored, so no text is
 * an error.
 */
export function parseQuery(text: string): readonly SearchGroup[] {
  const groups: { wanted: SearchTerm[]; unwanted: SearchTerm[] }[] = []
  let group: (typeof groups)[number] | undefined
  let isNegated = false
  for (const part of partsOf(text)) {
    if (part === 'OR') group = undefined
    if (part === 'OR' || part === 'AND') isNegated = false
    else if (part === 'NOT') isNegated = true
    else {
      if (!group) {
        group = { wanted: [], unwanted: [] }
        groups.push(group)
      }
      group[isNegated ? 'unwanted' : 'wanted'].push(part)
      isNegated = false
    }
  }
  // Without a wanted term there is nothing to exclude from, so the unwanted words are searched for.
  return groups.map(({ wanted, unwanted }) =>
    wanted.length > 0 ? { wanted, unwanted } : { wanted: unwanted, unwanted: [] },
  )
}

type Part = SearchTerm | 'AND' | 'OR' | 'NOT'

function partsOf(text: string): readonly Part[] {
  // The index ends a query at the first NUL.
  const clean = text
    .slice(0, longestQuery)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
  const parts: Part[] = []
  for (const [, phrase, star, word] of clean.matchAll(/"([^"]*)"(\*)?|(\S+)/g)) {
    if (word === 'AND' || word === 'OR' || word === 'NOT') parts.push(word)
    else if (phrase !== undefined) parts.push(...toTerm(phrase, star !== undefined))
    else parts.push(...toTerms(word ?? ''))
    if (parts.length >= mostTerms) break
  }
  return parts
}

/** Splits a word into terms. Signs between characters of scripts without spaces are ignored, like signs between words. */
function toTerms(word: string): readonly SearchTerm[] {
  if (!unspaced.test(word)) return toTerm(word, false)
  return word
    .replace(/(?<!\*)\*+$/, '')
    .split(/[^\p{L}\p{M}\p{N}\p{Emoji}\p{Emoji_Component}]+/u)
    .flatMap((part) => toTerm(part, false))
}

/** Matches characters of scripts without spaces between words, and emoji, which the tokenizer drops. */
export const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{Emoji_Presentation}\p{Extended_Pictographic}]/u
/** Matches words that end in signs, because `C++` and `C#` differ from `C`. */
const endsInSigns = /^[\p{L}\p{N}]+[+#]+$/u

function toTerm(text: string, isStarred: boolean): readonly SearchTerm[] {
  const bare = text.replace(/(?<!\*)\*+$/, '').trim()
  if (unspaced.test(bare)) return [{ text: bare, kind: 'substring' }]
  if (!/[\p{L}\p{N}]/u.test(bare)) return []
  if (endsInSigns.test(bare)) return [{ text: bare, kind: 'literal' }]
  return [{ text: bare, kind: isStarred || /[\p{L}\p{N}]\*$/u.test(text) ? 'prefix' : 'words' }]
}
