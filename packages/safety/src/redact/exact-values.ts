import type { Span } from './span.js'

/** Shorter values would match common words. */
const shortestValue = 8

/**
 * Creates a function that finds the given values as is, JSON-escaped, URL-encoded, in base64 (also inside a longer
 * encoded text) and in hexadecimal.
 */
export function createValueFinder(values: readonly string[]): (text: string) => readonly Span[] {
  // A multi-line secret is searched line by line because the scanner works on lines.
  const secrets = values.flatMap((value) => value.split(/\r?\n/)).map((line) => line.trim())
  const spellings = new Set(secrets.filter((line) => line.length >= shortestValue).flatMap(spellingsOf))
  if (spellings.size === 0) return () => []
  const longestFirst = [...spellings].sort((left, right) => right.length - left.length)
  return (text) => longestFirst.flatMap((spelling) => occurrences(text, spelling))
}

function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const wellFormed = secret.toWellFormed()
  const inAddress = encodeURIComponent(wellFormed)
  const bytes = new TextEncoder().encode(wellFormed)
  return [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    inAddress,
    inAddress.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    inAddress.replaceAll('%20', '+'),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  ]
}

/** Returns the base64 characters of `bytes` that do not depend on the `offset` bytes before them. */
function base64Within(bytes: Uint8Array, offset: number): readonly string[] {
  const padded = new Uint8Array(offset + bytes.length)
  padded.set(bytes, offset)
  const text = btoa(String.fromCharCode(...padded))
  const own = text.slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6))
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
}

function occurrences(text: string, value: string): readonly Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + value.length)) {
    spans.push({ start, end: start + value.length })
  }
  return spans
}
