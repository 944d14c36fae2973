import type { Span } from './span.js'

const begin = /^([^\n]{0,300}?)-----BEGIN[A-Z\d ]{0,40} PRIVATE KEY(?: BLOCK)?-----/gm
/** Maximum number of lines, more than the key of any program has. */
const mostLines = 400
const content = /^[\w+/=]{1,128}(?=[\s$]|$)|^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\n]{0,200}/

/**
 * The lines of a key that a program printed with a prefix, such as `12:`, `path:12:`, `3|` or a time. `cat -A` ends
 * them with `$`.
 */
export interface PrefixedKey {
  readonly start: number
  readonly spans: readonly Span[]
  /** Whether the text ends before the key does. */
  readonly isOpen: boolean
}

/** Finds private keys whose lines have prefixes like that of their first line, or end with `$`. */
export function findPrefixedKeys(text: string): readonly PrefixedKey[] {
  if (!text.includes('PRIVATE KEY-----') && !text.includes('PRIVATE KEY BLOCK-----')) return []
  return [...text.matchAll(begin)].map((match) => readKey(text, match))
}

function readKey(text: string, { index, 0: whole, 1: prefix = '' }: RegExpExecArray): PrefixedKey {
  const shape = shapeOf(prefix)
  const spans: Span[] = []
  let at = nextLine(text, index + whole.length)
  for (let count = 0; at !== undefined && count < mostLines; count++) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? undefined : end)
    const length = prefixLength(line, shape)
    const found = length === undefined ? undefined : content.exec(line.slice(length))?.[0]
    if (length === undefined || found === undefined) break
    if (found.length >= 8) spans.push({ start: at + length, end: at + length + found.length })
    at = nextLine(text, at + line.length)
  }
  const isOpen = at === undefined || at >= text.length
  return { start: index, spans, isOpen }
}

function nextLine(text: string, from: number): number | undefined {
  const end = text.indexOf('\n', from)
  return end < 0 ? undefined : end + 1
}

/**
 * Reduces a prefix to its shape. Numbers differ from line to line, and so does the separator: grep prints `:` on a
 * match and `-` next to it.
 */
function shapeOf(prefix: string): string {
  return prefix
    .replace(/\d+/g, '0')
    .replace(/[-:]/g, ':')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** Returns the length of the prefix of a line that has this shape. */
function prefixLength(line: string, shape: string): number | undefined {
  if (shape === '') return /^[^\S\n]*/.exec(line)?.[0].length ?? 0
  for (let end = line.search(/[:|\-\s]/); end >= 0 && end < 300; end = nextSign(line, end)) {
    let length = end + 1
    while (line[length] === ' ' || line[length] === '\t') length++
    if (shapeOf(line.slice(0, length)) === shape) return length
  }
  return undefined
}

function nextSign(line: string, from: number): number {
  const next = line.slice(from + 1, from + 301).search(/[:|\-\s]/)
  return next < 0 ? -1 : from + 1 + next
}

const encoded = /LS0tLS1CRUdJTi[\w+/=]{20,}(?:\r?\n[\w+/=]{16,128}(?![\w+/=]))*/g

/**
 * Finds private keys that are base64-encoded together with their first line, as in Kubernetes secrets and CI variables.
 */
export function findEncodedKeys(text: string): readonly Span[] {
  if (!text.includes('LS0tLS1CRUdJTi')) return []
  return [...text.matchAll(encoded)].flatMap(({ index, 0: whole }) => {
    const head = Buffer.from(whole.slice(0, 80), 'base64').toString('latin1')
    return /^-----BEGIN[A-Z\d ]{0,40} PRIVATE KEY/.test(head) ? [{ start: index, end: index + whole.length }] : []
  })
}
