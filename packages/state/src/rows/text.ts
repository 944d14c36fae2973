import { type MessageContent, textOf } from '@hermes/core'

/**
 * How text is kept in a TEXT column: as it is, readable for every SQLite tool. What such a column cannot hold (parts with
 * pictures, halves of surrogate pairs, which are no UTF-8, and NUL, at which tools stop) is kept as JSON behind a mark.
 * Text that begins with the mark is kept as JSON too, so that the two are never mistaken for each other.
 */
const jsonMark = '\u0001json:'

export function encodeContent(content: MessageContent): string {
  return typeof content === 'string' && isPlain(content) ? content : jsonMark + JSON.stringify(content)
}

export function decodeContent(stored: string): MessageContent {
  return stored.startsWith(jsonMark) ? JSON.parse(stored.slice(jsonMark.length)) : stored
}

export function encodeText(text: string): string {
  return encodeContent(text)
}

/** For columns that `encodeText` wrote. */
export function decodeText(stored: string): string {
  return stored.startsWith(jsonMark) ? JSON.parse(stored.slice(jsonMark.length)) : stored
}

/** What an index can take of a content that was not kept as it is; `null` where it was. */
export function searchableText(content: MessageContent, stored: string | null): string | null {
  if (content === stored) return null
  return textOf(content).toWellFormed().replaceAll('\0', ' ')
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && !text.startsWith(jsonMark)
}
