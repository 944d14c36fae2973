/** Marks a match. */
export type Mark = (text: string) => string

/**
 * Marks the words of a search in the way that the search matches them: ignoring case and accents, as whole words, as prefixes with a star,
 * and inside words in scripts without spaces.
 */
export function highlight(text: string, query: string, mark: Mark): string {
  const terms = termsOf(query)
  if (terms.length === 0) return text
  const { folded, places } = foldWithPlaces(text)
  const found = terms.flatMap((term) => [...folded.matchAll(patternOf(term))].map(toRange))
  let marked = ''
  let end = 0
  for (const range of found.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const [start, stop] = [places[range.start] ?? text.length, places[range.end] ?? text.length]
    if (start < end || stop <= start) continue
    marked += text.slice(end, start) + mark(text.slice(start, stop))
    end = stop
  }
  return marked + text.slice(end)
}

interface Term {
  readonly text: string
  readonly isPrefix: boolean
}

/** Returns the required terms, without operators and excluded terms. */
function termsOf(query: string): readonly Term[] {
  const terms: Term[] = []
  let isUnwanted = false
  for (const [, phrase, word = ''] of query.slice(0, 1000).matchAll(/"([^"]*)"|(\S+)/g)) {
    if (phrase === undefined && /^(AND|OR|NOT)$/.test(word)) {
      isUnwanted = word === 'NOT'
      continue
    }
    const text = fold(phrase ?? word).replace(
      /^[^\p{L}\p{N}\p{Emoji_Presentation}]+|[^\p{L}\p{N}\p{M}\p{Emoji_Presentation}]+$/gu,
      '',
    )
    if (!isUnwanted && text !== '') terms.push({ text, isPrefix: word.endsWith('*') })
    isUnwanted = false
  }
  return terms
}

/** Any non-word characters may separate the words of a term, as in the search. */
function patternOf({ text, isPrefix }: Term): RegExp {
  const words = text.split(/[^\p{L}\p{N}\p{Emoji_Presentation}]+/u).filter((word) => word !== '')
  const inner = words.join('[^\\p{L}\\p{N}]+')
  const isSpaced = /^[\p{L}\p{N}]/u.test(text) && !unspaced.test(text)
  const before = isSpaced ? '(?<![\\p{L}\\p{N}])' : ''
  const after = isSpaced && !isPrefix ? '(?![\\p{L}\\p{N}])' : isPrefix ? '[\\p{L}\\p{N}]*' : ''
  return new RegExp(`${before}${inner}${after}`, 'gu')
}

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Returns the folded text, and for each of its code units the position of its character in the original. */
function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const part = fold(character)
    for (let unit = 0; unit < part.length; unit++) places.push(place)
    folded += part
    place += character.length
  }
  return { folded, places }
}

function toRange(match: RegExpExecArray): { readonly start: number; readonly end: number } {
  return { start: match.index, end: match.index + match[0].length }
}
