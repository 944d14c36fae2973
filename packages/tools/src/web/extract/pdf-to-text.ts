import { describeError } from '@hermes/core'
import { pdfPages } from '../../shared/pdf/pdf-pages.js'
import { webError } from '../web-error.js'
import type { PageText } from './html-to-text.js'

/**
 * The text of a PDF, page by page.
 *
 * @throws {HermesError} `web/unreadable` when it is damaged or encrypted, contains no text, or takes too much time or
 * memory. Rejects with `signal.reason` after an abort.
 */
export async function pdfToText(bytes: Uint8Array, signal: AbortSignal): Promise<PageText> {
  const pages = await pagesOf(bytes, signal)
  const text = pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
  if (pages.some((page) => page.trim() !== '')) return { text }
  throw webError('unreadable', 'The PDF contains only images and no text.')
}

async function pagesOf(bytes: Uint8Array, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await pdfPages(bytes, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw webError('unreadable', `The PDF cannot be read: ${describeError(error)}`, error)
  }
}
