import { textOf } from './bytes.js'
import { decodeMatches, type EncodedPart } from './part.js'

/** Finds characters written as numbers: hexadecimal, binary, octal, decimal, or positions in the alphabet. */
export function numberParts(text: string): readonly EncodedPart[] {
  return [
    ...decodeMatches(text, /(?:(?:0x|\\x|u\+00|%|=)?[0-9a-f]{2}[\s,:;-]{0,2}){8,}/gi, fromHex),
    ...decodeMatches(text, /(?:[01]{7,8}[\s,]{0,2}){8,}/g, fromBinary),
    ...decodeMatches(text, /(?:\d{2,6}[\s,;-]{1,2}){8,}\d{2,6}/g, fromDecimal),
    ...decodeMatches(text, /(?:\\?[01]?[0-7]{2}[\s,]{0,2}){8,}/g, fromOctal),
    ...decodeMatches(text, /(?:\d{1,2}-){3,40}\d{1,2}(?:[ /]{1,3}(?:\d{1,2}-){0,40}\d{1,2}){1,200}/g, fromPlaces),
    ...decodeMatches(text, /(?:(?:chr|String\.fromCharCode)\(\d{2,6}\)\s{0,3}[+.&]?\s{0,3}){8,}/g, fromDecimal),
  ]
}

function fromHex(part: string): string | undefined {
  const pairs = part.replaceAll(/0x|\\x|u\+00|[^0-9a-f]/gi, '').match(/../g) ?? []
  return textOf(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

function fromBinary(part: string): string | undefined {
  const given = part.trim().split(/[\s,]+/)
  const codes = given.length > 4 ? given : (part.replaceAll(/[\s,]/g, '').match(/.{8}/g) ?? [])
  return textOf(Uint8Array.from(codes, (code) => Number.parseInt(code, 2)))
}

function fromDecimal(part: string): string | undefined {
  const codes = (part.match(/\d+/g) ?? []).map(Number)
  return codes.every((code) => code >= 9 && code <= 0x10ffff) ? String.fromCodePoint(...codes) : undefined
}

function fromOctal(part: string): string | undefined {
  const codes = (part.match(/[0-7]+/g) ?? []).map((code) => Number.parseInt(code, 8))
  return codes.length >= 8 ? textOf(Uint8Array.from(codes)) : undefined
}

/** Decodes positions in the alphabet: `9-7-14 15-6` is the ninth letter, the seventh letter, and so on. */
function fromPlaces(part: string): string | undefined {
  const words = part.split(/[ /]+/).map((word) => word.split('-').map(Number))
  if (words.flat().some((place) => place < 1 || place > 26)) return undefined
  return words.map((word) => String.fromCharCode(...word.map((place) => place + 96))).join(' ')
}
