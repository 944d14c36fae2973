import type { EncodedPart } from './part.js'

const escapes =
  /\\x([0-9a-f]{2})|&#x([0-9a-f]{2,5});?|&#(\d{2,7});?|%([0-9a-f]{2})|\\u\{?([0-9a-f]{4,5})\}?|=([0-9a-f]{2})|\\([0-7]{3})|\\U000([0-9a-f]{5})/gi
const named: Readonly<Record<string, string>> = {
  colon: ':',
  period: '.',
  comma: ',',
  lpar: '(',
  rpar: ')',
  sol: '/',
  nbsp: ' ',
  Tab: ' ',
  NewLine: '\n',
  quot: '"',
  apos: "'",
  excl: '!',
}
const fewest = 6
/** Maximum distance between escapes of the same part, in characters. */
const longestGap = 60

/** Finds parts with escapes of URLs, HTML, programming languages and email. */
export function escapedParts(text: string): readonly EncodedPart[] {
  const parts: EncodedPart[] = []
  let start = -1
  let end = 0
  let count = 0
  const close = () => {
    if (count >= fewest) parts.push({ start, end, text: unescapeAll(withSurroundings(text, start, end)) })
  }
  for (const { 0: found, index } of text.matchAll(escapes)) {
    if (start < 0 || index - end > longestGap || end - start > 4_096) {
      close()
      start = index
      count = 0
    }
    count += 1
    end = index + found.length
  }
  close()
  return parts
}

function withSurroundings(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - longestGap), end + longestGap)
}

function unescapeAll(text: string): string {
  const bytes: string = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/&([A-Za-z]{2,8});/g, (whole, name: string) => named[name] ?? whole)
    .replaceAll(escapes, (_, byte, hex, decimal, percent, unicode, quoted, octal, long) => {
      const code = decimal
        ? Number(decimal)
        : octal
          ? Number.parseInt(String(octal), 8)
          : Number.parseInt(String(byte ?? hex ?? percent ?? unicode ?? quoted ?? long), 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
  return fromUtf8(bytes)
}

/** Decodes UTF-8 escapes: `%E5%BF%BD` are the bytes of one character. */
function fromUtf8(text: string): string {
  return text.replaceAll(/[\u00c2-\u00f4][\u0080-\u00bf]{1,3}/g, (bytes) => {
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  })
}
