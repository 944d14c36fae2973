import { findEncodedKeys, findPrefixedKeys } from './find-prefixed-keys.js'
import type { Span } from './span.js'

/** A private key between its markers. Headers and quoting characters may occur between its lines. */
const block =
  /-----BEGIN[A-Z\d ]{0,40} PRIVATE KEY(?: BLOCK)?-----((?:\s|\\{1,4}[nrt]|["'|>,+]|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\n\\]{0,200}|[\w+/=]{1,128}(?=[\s\\"'-]|$)){1,4096})(-----END)?/g
/** The lines of a truncated block, without the words after it. */
const lines =
  /^(?:\s|\\{1,4}[nrt]|["'|>,+]|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\n\\]{0,200}|[\w+/=]{12,128}(?![\w+/=]))*/
const putty = /(Private-Lines: \d{1,4}\r?\n)((?:[\w+/=]{1,128}(?:\r?\n|$)){1,400})/g

/** Finds the content of private keys between their markers. These are the only multi-line secrets. */
export function findKeyBlocks(text: string): readonly Span[] {
  const blocks = matchesOf(text, block).flatMap(({ index, 0: whole, 1: body = '', 2: closing = '' }) => {
    const secret = closing === '' ? (lines.exec(body)?.[0] ?? '') : body
    const start = index + whole.length - closing.length - body.length
    return trimmed(text, start, start + secret.length)
  })
  const others = matchesOf(text, putty).flatMap(({ index, 1: before = '', 2: secret = '' }) =>
    trimmed(text, index + before.length, index + before.length + secret.length),
  )
  const prefixed = findPrefixedKeys(text).flatMap(({ spans }) => spans)
  return [...blocks, ...others, ...prefixed, ...findEncodedKeys(text)]
}

/** Returns the start of a private key that has no end in this text. */
export function openKeyBlock(text: string): number | undefined {
  const last = [...matchesOf(text, block), ...matchesOf(text, putty)].find(
    ({ index, 0: whole, 2: closing }) => closing !== '-----END' && index + whole.length >= text.length,
  )
  return last?.index ?? findPrefixedKeys(text).find(({ isOpen }) => isOpen)?.start
}

function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return text.includes('PRIVATE KEY') || text.includes('Private-Lines') ? [...text.matchAll(pattern)] : []
}

/** Trims whitespace and quotes around the key. Returns nothing when the content is too short for a key. */
function trimmed(text: string, from: number, to: number): readonly Span[] {
  const secret = text.slice(from, to)
  const start = from + (/^(?:\s|\\{1,4}[nrt]|["'|>,+])*/.exec(secret)?.[0].length ?? 0)
  const end = Math.max(start, from + secret.trimEnd().length)
  return end - start < 12 || secret.includes('[REDACTED]') ? [] : [{ start, end }]
}
