import { type Message, textOf } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import { unspaced } from '../../search/parse-query.js'

/** The words of a message, as the index stores them. */
export interface IndexedWords {
  /** Words as a `tsvector` literal. */
  readonly words: string
  /** Whether the message has letters of scripts without spaces between words. */
  readonly isWide: boolean
}

/** Length in characters beyond which text is not indexed, because a tsvector is limited to one megabyte. */
const longestText = 1_000_000
const mostBytes = 800_000
/** Highest position in PostgreSQL. */
const lastPlace = 16_383
/** Maximum number of positions per word in PostgreSQL. */
const mostPlaces = 255

/**
 * Splits a message into words with positions. PostgreSQL's text search parsers are not used, because they treat paths
 * and URLs as one word and would find other words than the other stores do.
 */
export function* toWords(message: Message): Steps<IndexedWords> {
  const text = textOf(message.content)
  const fields = [
    { weight: 'A', text },
    ...(message.role === 'tool' && message.name !== undefined ? [{ weight: 'B', text: message.name }] : []),
    ...callsOf(message).map((call) => ({ weight: 'C', text: call })),
  ]
  return { words: yield* toVector(fields), isWide: unspaced.test(text) }
}

function callsOf(message: Message): readonly string[] {
  if (message.role !== 'assistant' || !message.tool_calls) return []
  return message.tool_calls.map((call) => `${call.function.name} ${call.function.arguments}`)
}

/** Number of words per step, which takes a fraction of a millisecond. */
const step = 256

function* toVector(fields: readonly { readonly weight: string; readonly text: string }[]): Steps<string> {
  const places = new Map<string, string[]>()
  let place = 0
  let bytes = 0
  for (const { weight, text } of fields) {
    for (const word of wordsOf(text)) {
      place += 1
      if (place % step === 0) yield
      const known = places.get(word)
      bytes += known ? 2 : Buffer.byteLength(word) + 16
      if (bytes > mostBytes) break
      const found = known ?? []
      if (!known) places.set(word, found)
      if (place <= lastPlace && found.length < mostPlaces) found.push(`${place}${weight}`)
    }
    // The gap keeps phrases from spanning two fields.
    place += 1
  }
  return Array.from(places, ([word, found]) => `'${word}'${found.length > 0 ? `:${found.join(',')}` : ''}`).join(' ')
}

/**
 * Matches letters, digits and their marks, with the signs of `C++`. In scripts without spaces and for emoji, each
 * character is a word.
 */
const word = new RegExp(`${unspaced.source}|((?:(?!${unspaced.source})[\\p{L}\\p{M}\\p{N}])+)([+#]*)`, 'gu')
const longestWord = 200

/** Returns words in lower case without accents. `C++` gives two words: without its signs and in full. */
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
