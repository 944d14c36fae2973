import { type EncodedPart, longestPart } from './part.js'
import { telltales } from './telltales.js'

type Cipher = (text: string) => string

const reverse: Cipher = (text) => Array.from(text).reverse().join('')
const reverseWords: Cipher = (text) => text.replaceAll(/[a-z]{2,40}/gi, reverse)
const atbash: Cipher = (text) => mapLetters(text, (place) => 25 - place)
const shifts = Array.from({ length: 25 }, (_, index) => index + 1)

/** The appearance of an encoded word, and the ciphers that decode the text around it. */
const decoders: ReadonlyMap<string, readonly Cipher[]> = new Map(
  telltales.flatMap((word): readonly (readonly [string, readonly Cipher[]])[] => [
    ...shifts.map((shift) => [shifted(word, shift), [(text: string) => shifted(text, 26 - shift)]] as const),
    [atbash(word), [atbash]],
    [reverse(word), [reverse, reverseWords]],
    [toPigLatin(word), [fromPigLatin]],
  ]),
)
const pigLatin = new Map(telltales.map((word) => [toPigLatin(word), word]))
const turnedWords = telltales.map(turnHalf)

/**
 * Finds text with a shifted, mirrored or reversed alphabet, or with syllables added to the end of each word. Runs in
 * linear time.
 */
export function cipherParts(text: string): readonly EncodedPart[] {
  const lines = text.split('\n')
  // Cutting a line may turn parts of words into words, so long lines are always cut and searched.
  if (lines.every(({ length }) => length <= longestPart) && decodersFor(text).length === 0) return []
  const parts: EncodedPart[] = []
  let start = 0
  for (const line of lines) {
    for (let at = 0; at < line.length; at += longestPart) {
      const piece = line.slice(at, at + longestPart)
      for (const decode of decodersFor(piece))
        parts.push({ start: start + at, end: start + at + piece.length, text: decode(piece) })
    }
    start += line.length + 1
  }
  return parts
}

function decodersFor(piece: string): readonly Cipher[] {
  const words = piece.toLowerCase().match(/[a-z]{6,24}/g) ?? []
  const found = new Set<Cipher>()
  for (const word of words) for (const decode of decoders.get(word) ?? []) found.add(decode)
  return [...found, ...(turnedWords.some((word) => piece.includes(word)) ? [turnHalf] : [])]
}

function mapLetters(text: string, map: (place: number) => number): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(map(letter.charCodeAt(0) - base) + base)
  })
}

function shifted(text: string, by: number): string {
  return mapLetters(text, (place) => (place + by) % 26)
}

/** Decodes ROT47, which rotates the printable ASCII characters by half. */
function turnHalf(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(((character.charCodeAt(0) - 33 + 47) % 94) + 33))
}

function toPigLatin(word: string): string {
  const head = /^[^aeiou]{0,4}/.exec(word)?.[0] ?? ''
  return head === '' ? `${word}way` : `${word.slice(head.length)}${head}ay`
}

function fromPigLatin(text: string): string {
  return text.replaceAll(/\b[a-z]{2,24}ay\b/gi, (found) => {
    const known = pigLatin.get(found.toLowerCase())
    if (known) return known
    const word = found.slice(0, -2)
    if (/w$/i.test(word)) return word.slice(0, -1)
    const head = /[^aeiou]{1,4}$/i.exec(word)?.[0] ?? ''
    return head + word.slice(0, word.length - head.length)
  })
}
