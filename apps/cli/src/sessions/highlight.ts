/** Marks a piece of text that was found. */
export type Mark = (text: string) => string

/**
 * The text with the words of a search marked, as the search finds them: in any case and whatever their accents, whole words,
 * beginnings with a star, and parts of words in scripts that put no blanks between them.
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

/** What has to be in a message; not the operators, nor what must not be in it. */
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

/** Between the words of a term anything that is no word may stand: that is how it was found. */
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

/** The folded text, and for each of its units where in the text its character begins. */
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
