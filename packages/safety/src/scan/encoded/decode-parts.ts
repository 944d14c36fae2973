import { alphabetParts } from './alphabets.js'
import { baseParts } from './bases.js'
import { cipherParts } from './ciphers.js'
import { escapedParts } from './escapes.js'
import { numberParts } from './numbers.js'
import type { EncodedPart } from './part.js'
import { spelledParts } from './spelling.js'

/** Maximum number of nested encodings. */
const mostLayers = 4
/** Maximum number of characters that are decoded again, in total. */
const mostInner = 200_000

/**
 * Decodes the encoded parts of a text, and the parts encoded within them. Positions are those of the outermost part.
 */
export function decodeParts(text: string): readonly EncodedPart[] {
  const readable: EncodedPart[] = []
  let layer = decodersOnce(text)
  let left = mostInner
  for (let depth = 1; layer.length > 0; depth += 1) {
    readable.push(...layer.filter((part) => isReadable(part.text)))
    if (depth === mostLayers) break
    const next: EncodedPart[] = []
    for (const { text: inner, start, end } of layer) {
      if (inner.length > left || !isText(inner)) continue
      left -= inner.length
      next.push(...decodersOnce(inner).map((part) => ({ start, end, text: part.text })))
    }
    layer = next
  }
  return readable
}

function decodersOnce(text: string): readonly EncodedPart[] {
  const parts = [
    ...baseParts(text),
    ...numberParts(text),
    ...escapedParts(text),
    ...alphabetParts(text),
    ...cipherParts(text),
    ...spelledParts(text),
  ]
  return parts.filter((part) => part.text !== text)
}

const shown = /[\p{L}\p{N} .,:;!?'"\n/_<>()=+@#%&\\|$~*-]/gu

/** Excludes decoded results of text that was not encoded. */
function isText(text: string): boolean {
  return text.length >= 8 && (text.match(shown)?.length ?? 0) / text.length > 0.95
}

const plain = /[\p{L}\p{M}\p{N} .,:;!?'"\n/_@，。：、“”-]/gu

/** Requires words separated by spaces, which excludes hashes and images, or words of a language without spaces. */
function isReadable(text: string): boolean {
  const letters = text.match(plain)?.length ?? 0
  const hasWords =
    /\p{L}{2}[ \n]\p{L}|(?:\p{L} ){6}/u.test(text) || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u.test(text)
  return text.length >= 8 && letters / text.length > 0.9 && hasWords
}
