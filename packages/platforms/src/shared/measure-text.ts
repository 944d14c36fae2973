import type { TextUnit } from '@hermes/core/platform'

const utf8 = new TextEncoder()

/** Returns the length of a text in a network's unit. */
export function measureText(text: string, unit: TextUnit): number {
  if (unit === 'utf16') return text.length
  if (unit === 'bytes') return utf8.encode(text).length
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Returns the length of the longest start of a text, in UTF-16 units, that is at most `max` long and ends between two
 * user-perceived characters.
 */
export function fittingLength(text: string, max: number, unit: TextUnit): number {
  const end = unit === 'utf16' ? Math.min(max, text.length) : countUnits(text, max, unit)
  return end >= text.length ? text.length : startOfCharacter(text, end)
}

function countUnits(text: string, max: number, unit: TextUnit): number {
  let [size, end] = [0, 0]
  for (const character of text) {
    size += unit === 'bytes' ? utf8.encode(character).length : 1
    if (size > max) break
    end += character.length
  }
  return end
}

/** The longest sequence of joined characters that is kept together. */
const longestCharacter = 64

function startOfCharacter(text: string, index: number): number {
  const from = startOfPair(text, Math.max(0, index - longestCharacter))
  // Created on first use: the first segmenter of a process reads the tables of all languages, which would delay each
  // start.
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const near = graphemes.segment(text.slice(from, index + longestCharacter)).containing(index - from)
  const start = from + (near?.index ?? 0)
  return start > from || from === 0
    ? Math.max(start, start === 0 ? startOfPair(text, index) : 0)
    : startOfPair(text, index)
}

/** Returns an index that is never between the halves of a surrogate pair. */
function startOfPair(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return index > 0 && code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}
