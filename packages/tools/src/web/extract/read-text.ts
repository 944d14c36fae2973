import { decodeText } from './decode-text.js'
import type { PageText } from './html-to-text.js'

/** Page as the server sent it. */
export interface RawPage {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly charset?: string
  /** Address of the page, which makes relative links absolute. */
  readonly href: string
}

/** Returns the text of a page that is not a PDF, or `undefined` when it is not text. */
export async function readText({ bytes, mediaType, charset, href }: RawPage): Promise<PageText | undefined> {
  const text = decodeText(bytes, charset)
  if (text.slice(0, 8_000).includes('\0')) return undefined
  if (!isHtml(mediaType, text)) return { text }
  return (await import('./html-to-text.js')).htmlToText(text, new URL(href))
}

/** Returns whether a page of this type may need the HTML parser. When the type is empty, the content decides later. */
export function mayBeHtml(mediaType: string): boolean {
  return isUnsaid(mediaType) || /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)
}

function isUnsaid(mediaType: string): boolean {
  return mediaType === '' || mediaType === 'application/octet-stream'
}

function isHtml(mediaType: string, text: string): boolean {
  if (!isUnsaid(mediaType)) return mayBeHtml(mediaType)
  return /^\s*(?:<!doctype html|<html)/i.test(text.slice(0, 1_000))
}
