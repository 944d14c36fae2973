import { textOf } from './bytes.js'
import { groupLengths } from './group-lengths.js'
import { decodeMatches, type EncodedPart } from './part.js'

/** Finds base64, base32, base58 and ASCII85, also when split across lines, spaces and concatenated strings. */
export function baseParts(text: string): readonly EncodedPart[] {
  const lengths = groupLengths(text)
  return [
    ...decodeMatches(text, /[A-Za-z0-9+/_-]{16,}={0,2}/g, fromBase64),
    ...decodeMatches(text, /(?:^[ \t>#*/|]{0,8}[A-Za-z0-9+/_-]{8,200}={0,2}[ \t]{0,4}\r?(?:\n|$)){2,200}/gm, (lines) =>
      fromBase64(lines.replaceAll(/[^A-Za-z0-9+/_=-]|^[ \t>#*/|]{0,8}/gm, '')),
    ),
    ...groups.flatMap(([length, pattern]) =>
      lengths.has(length) ? decodeMatches(text, pattern, (found) => fromBase64(found.replaceAll(/[ .,|-]/g, ''))) : [],
    ),
    ...decodeMatches(text, /[A-Z2-7]{16,}={0,6}/g, fromBase32),
    ...decodeMatches(text, /<~[!-u\sz]{8,4000}~>|(?<![!-u])[!-u]{20,4000}(?![!-u])/g, fromAscii85),
    ...decodeMatches(text, /(?<![\w+/])[1-9A-HJ-NP-Za-km-z]{20,200}(?![\w+/])/g, fromBase58).slice(0, mostBase58),
  ]
}

/** Groups of the same length. */
const groups: readonly (readonly [length: number, RegExp])[] = [
  [4, /(?<![\w+/])(?:[A-Za-z0-9+/]{4}[ .,|-]{1,2}){4,400}[A-Za-z0-9+/]{1,4}={0,2}/g],
  [5, /(?<![\w+/])(?:[A-Za-z0-9+/]{5}[ .,|-]{1,2}){4,400}[A-Za-z0-9+/]{1,5}={0,2}/g],
  [6, /(?<![\w+/])(?:[A-Za-z0-9+/]{6}[ .,|-]{1,2}){4,400}[A-Za-z0-9+/]{1,6}={0,2}/g],
  [8, /(?<![\w+/])(?:[A-Za-z0-9+/]{8}[ .,|-]{1,2}){3,400}[A-Za-z0-9+/]{1,8}={0,2}/g],
  [10, /(?<![\w+/])(?:[A-Za-z0-9+/]{10}[ .,|-]{1,2}){3,400}[A-Za-z0-9+/]{1,10}={0,2}/g],
]
const mostBase58 = 400

export function fromBase64(part: string): string | undefined {
  const standard = part.replaceAll('-', '+').replaceAll('_', '/').split('=', 1)[0] ?? ''
  try {
    const whole = standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0))
    return textOf(Uint8Array.from(atob(whole), (character) => character.charCodeAt(0)))
  } catch {
    // Not encoded after all.
    return undefined
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function fromBase32(part: string): string | undefined {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of part.split('=', 1)[0] ?? '') {
    value = ((value << 5) | base32.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return textOf(Uint8Array.from(bytes))
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function fromBase58(part: string): string | undefined {
  if (!/[a-z]/.test(part) || !/[A-Z]/.test(part)) return undefined
  let value = 0n
  for (const character of part) value = value * 58n + BigInt(base58.indexOf(character))
  const hex = value.toString(16)
  return textOf(Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')))
}

function fromAscii85(part: string): string | undefined {
  const digits = part.replace(/^<~/, '').replace(/~>$/, '').replaceAll(/\s/g, '').replaceAll('z', '!!!!!')
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5)
    let value = 0
    for (const digit of group.padEnd(5, 'u')) value = value * 85 + digit.charCodeAt(0) - 33
    if (value > 0xffffffff) return undefined
    bytes.push(...[24, 16, 8, 0].map((shift) => (value / 2 ** shift) & 0xff).slice(0, group.length - 1))
  }
  return textOf(Uint8Array.from(bytes))
}
