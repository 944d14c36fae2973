import { type Message, textOf } from '@hermes/core'
import { unspaced } from '../../search/parse-query.js'

/** A message as its index takes it. */
export interface IndexedWords {
  /** A `tsvector` as text. */
  readonly words: string
  /** Whether it has letters that may stand without blanks between their words. */
  readonly isWide: boolean
}

/** What is beyond is not indexed: an index holds a megabyte for each message, and making it must not hold up everything. */
const longestText = 1_000_000
const mostBytes = 800_000
/** PostgreSQL knows the places of so many words, and so many places of each. */
const lastPlace = 16_383
const mostPlaces = 255

/**
 * The words of a message with their places. They are found here and not by a text search configuration of PostgreSQL, which
 * would take paths and addresses for one word each, and know other words than the other stores do.
 */
export function toWords(message: Message): IndexedWords {
  const text = textOf(message.content)
  const fields = [
    { weight: 'A', text },
    ...(message.role === 'tool' && message.name !== undefined ? [{ weight: 'B', text: message.name }] : []),
    ...callsOf(message).map((call) => ({ weight: 'C', text: call })),
  ]
  return { words: toVector(fields), isWide: unspaced.test(text) }
}

function callsOf(message: Message): readonly string[] {
  if (message.role !== 'assistant' || !message.tool_calls) return []
  return message.tool_calls.map((call) => `${call.function.name} ${call.function.arguments}`)
}

function toVector(fields: readonly { readonly weight: string; readonly text: string }[]): string {
  const places = new Map<string, string[]>()
  let place = 0
  let bytes = 0
  for (const { weight, text } of fields) {
    for (const word of wordsOf(text)) {
      place += 1
      const known = places.get(word)
      bytes += known ? 2 : Buffer.byteLength(word) + 16
      if (bytes > mostBytes) break
      const found = known ?? []
      if (!known) places.set(word, found)
      if (place <= lastPlace && found.length < mostPlaces) found.push(`${place}${weight}`)
    }
    // No phrase goes from one field into the next.
    place += 1
  }
  return Array.from(places, ([word, found]) => `'${word}'${found.length > 0 ? `:${found.join(',')}` : ''}`).join(' ')
}

/** Letters, digits and their marks, and what follows in `C++`; of the scripts without blanks, and of emoji, each sign by itself. */
const word = new RegExp(`${unspaced.source}|((?:(?!${unspaced.source})[\\p{L}\\p{M}\\p{N}])+)([+#]*)`, 'gu')
const longestWord = 200

/** Without accents and capitals. `C++` is two: the one without its signs, and then as it stands. */
export function* wordsOf(text: string): Generator<string> {
  const folded = text
    .slice(0, longestText)
    .toWellFormed()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  for (const [found, bare = found, signs] of folded.matchAll(word)) {
    yield cut(bare)
    if (signs) yield cut(found)
  }
}

function cut(word: string): string {
  return word.slice(0, longestWord).toWellFormed()
}
