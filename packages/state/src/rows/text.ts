import { type MessageContent, textOf } from '@hermes/core'
import { isContent, isText, storedJson } from './stored-json.js'

/**
 * Marks text that is stored as JSON. Text columns contain plain text, readable by every SQLite tool. Content that a
 * text column cannot hold (parts with images, unpaired surrogates, NUL) is stored as JSON after this marker. Text that
 * starts with the marker is stored as JSON too, so that decoding is unambiguous.
 */
const jsonMark = '\u0001json:'

export function encodeContent(content: MessageContent): string {
  return typeof content === 'string' && isPlain(content) ? content : jsonMark + JSON.stringify(content)
}

export function decodeContent(stored: string): MessageContent {
  return stored.startsWith(jsonMark) ? storedJson(stored.slice(jsonMark.length), isContent) : stored
}

export function encodeText(text: string): string {
  return encodeContent(text)
}

/** Decodes columns written by `encodeText`. */
export function decodeText(stored: string): string {
  return stored.startsWith(jsonMark) ? storedJson(stored.slice(jsonMark.length), isText) : stored
}

/** Returns the searchable text of content that was not stored as plain text, or `null` for plain text. */
export function searchableText(content: MessageContent, stored: string | null): string | null {
  if (content === stored) return null
  return textOf(content).toWellFormed().replaceAll('\0', ' ')
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && !text.startsWith(jsonMark)
}
