import { describeError } from '@hermes/core'
import { extractText, getDocumentProxy } from 'unpdf'
import { webError } from '../web-error.js'
import type { PageText } from './html-to-text.js'

/** The text of a PDF, page by page. @throws {HermesError} when it is damaged, encrypted, or contains no text. */
export async function pdfToText(bytes: Uint8Array): Promise<PageText> {
  const pages = await pagesOf(bytes)
  const text = pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
  if (pages.some((page) => page.trim() !== '')) return { text }
  throw webError('unreadable', 'The PDF contains only images and no text.')
}

async function pagesOf(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const { text } = await extractText(document, { mergePages: false })
    return text
  } catch (error) {
    throw webError('unreadable', `The PDF cannot be read: ${describeError(error)}`, error)
  }
}
