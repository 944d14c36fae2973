import type { Fetched } from '../fetch/safe-fetch.js'
import { webError } from '../web-error.js'
import { decodeText } from './decode-text.js'
import type { PageText } from './html-to-text.js'

/** Whether a media type can be converted to text. An empty one is decided by the content. */
export function isReadable(mediaType: string): boolean {
  return (
    mediaType === '' ||
    /^text\/|[/+](?:json|xml|yaml|pdf)$|^application\/(?:x-)?(?:javascript|ndjson|yaml|octet-stream)$/.test(mediaType)
  )
}

/**
 * Converts a page to Markdown or plain text.
 *
 * @throws {HermesError} `web/unreadable` or `web/content-type`. Rejects with `signal.reason` after an abort.
 */
export async function extractPage(page: Fetched, signal: AbortSignal): Promise<PageText> {
  if (isPdf(page)) {
    if (page.isCut) throw webError('unreadable', `${page.url.href} is a PDF that is too large to be read.`)
    return await (await import('./pdf-to-text.js')).pdfToText(page.bytes, signal)
  }
  const text = decodeText(page.bytes, page.charset)
  if (text.slice(0, 8_000).includes('\0')) {
    throw webError('content-type', `${page.url.href} is not text (${page.mediaType || 'of an unknown type'}).`)
  }
  if (!isHtml(page.mediaType, text)) return { text }
  return (await import('./html-to-text.js')).htmlToText(text, page.url)
}

function isPdf({ bytes }: Fetched): boolean {
  return Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')
}

function isHtml(mediaType: string, text: string): boolean {
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return true
  const isUnsaid = mediaType === '' || mediaType === 'application/octet-stream'
  return isUnsaid && /^\s*(?:<!doctype html|<html)/i.test(text.slice(0, 1_000))
}
