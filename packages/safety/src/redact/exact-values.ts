import type { Span } from './span.js'

/** Shorter ones would take common words out of every text. */
const shortestValue = 8

/** Finds given values: as they are, in JSON, in addresses, in base64 (also within a longer text) and in hexadecimal. */
export function createValueFinder(values: readonly string[]): (text: string) => readonly Span[] {
  // A secret of several lines is looked for line by line: texts come in lines.
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

/** What base64 makes of the bytes when `offset` others stand before them: the part that depends on nothing else. */
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
