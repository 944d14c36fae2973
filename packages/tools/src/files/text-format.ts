import { isUtf8 } from 'node:buffer'
import { decodeWestern, encodeWestern } from './western.js'

/** Encoding of a text in a file. Edits preserve it. */
export interface TextFormat {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  readonly hasBom: boolean
  readonly lineEnd: '\n' | '\r\n'
}

export interface DecodedText {
  /** Text without a byte order mark. Line ends are `\n` when all line ends of the file are alike. */
  readonly text: string
  readonly format: TextFormat
  /** Whether some bytes were invalid in the encoding, so that writing the text back would change them. */
  readonly isLossy: boolean
}

export const plainFormat: TextFormat = { encoding: 'utf-8', hasBom: false, lineEnd: '\n' }

export function encodingOf(bytes: Uint8Array): Pick<TextFormat, 'encoding' | 'hasBom'> {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', hasBom: true }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', hasBom: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', hasBom: true }
  return { encoding: 'utf-8', hasBom: false }
}

export function decodeText(bytes: Uint8Array): DecodedText {
  const { encoding, hasBom } = isWestern(bytes)
    ? ({ encoding: 'windows-1252', hasBom: false } as const)
    : encodingOf(bytes)
  const raw = encoding === 'windows-1252' ? decodeWestern(bytes) : new TextDecoder(encoding).decode(bytes)
  const lineEnd = hasOnlyCrlf(raw) ? '\r\n' : '\n'
  const text = lineEnd === '\r\n' ? raw.replaceAll('\r\n', '\n') : raw
  const isLossy = raw.includes('\uFFFD') && !isEqual(encodeText(raw, { encoding, hasBom, lineEnd: '\n' }), bytes)
  return { text, format: { encoding, hasBom, lineEnd }, isLossy }
}

/**
 * Encodes a text. The inverse of {@link decodeText}.
 *
 * @throws {HermesError} `file/invalid` for characters that do not exist in the encoding.
 */
export function encodeText(text: string, { encoding, hasBom, lineEnd }: TextFormat): Uint8Array {
  const ended = lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text
  const marked = hasBom ? `\uFEFF${ended}` : ended
  if (encoding === 'utf-8') return Buffer.from(marked, 'utf8')
  if (encoding === 'windows-1252') return encodeWestern(marked)
  const bytes = Buffer.from(marked, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

/** Returns whether the bytes contain non-ASCII characters but no valid UTF-8 sequence. A file that mixes both is ambiguous. */
function isWestern(bytes: Uint8Array): boolean {
  if (isUtf8(bytes) || bytes.includes(0) || encodingOf(bytes).hasBom) return false
  return !/[\u00C2-\u00DF][\u0080-\u00BF]|[\u00E0-\u00EF][\u0080-\u00BF]{2}/.test(Buffer.from(bytes).toString('latin1'))
}

/** Returns whether all line ends are CRLF. A file with mixed line ends keeps them as part of its text. */
function hasOnlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text)
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0
}
