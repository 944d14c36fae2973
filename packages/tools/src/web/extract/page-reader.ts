import { describeError } from '@hermes/core'
import { createWorkerPool } from '@hermes/safety/worker'
import { createPdfReader } from '../../shared/pdf/pdf-reader.js'
import type { Fetched } from '../fetch/safe-fetch.js'
import { webError } from '../web-error.js'
import type { PageText } from './html-to-text.js'
import { mayBeHtml, type RawPage, readText } from './read-text.js'

const maxMs = 20_000
const maxMb = 512
/** Plain text of up to this many bytes is decoded without a thread. */
const smallText = 2 ** 18

/** Returns whether a media type can be converted to text. When it is empty, the content decides later. */
export function isReadable(mediaType: string): boolean {
  return (
    mediaType === '' ||
    /^text\/|[/+](?:json|xml|yaml|pdf)$|^application\/(?:x-)?(?:javascript|ndjson|yaml|octet-stream)$/.test(mediaType)
  )
}

/**
 * Converts a page to Markdown or plain text. Consumes its bytes.
 *
 * @throws {HermesError} `web/unreadable` when the page is damaged, contains no text, or takes too much time or memory;
 * `web/content-type` when it is not text. Rejects with `signal.reason` after an abort.
 */
export type ReadPage = (page: Fetched, signal: AbortSignal) => Promise<PageText>

/** Creates a reader that converts pages in worker threads, because even a small page can occupy a parser for seconds. */
export function createPageReader(): ReadPage {
  const readPdf = createPdfReader()
  const pool = createWorkerPool({
    program: async () => (await import('./page-worker.js')).pageWorker,
    maxMs,
    maxMb,
  })

  async function pdfText({ bytes, isCut, url }: Fetched, signal: AbortSignal): Promise<PageText> {
    if (isCut) throw webError('unreadable', `${url.href} is a PDF that is too large to be read.`)
    const pages = await explained('PDF', signal, readPdf(bytes, signal))
    const text = pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
    if (pages.some((page) => page.trim() !== '')) return { text }
    throw webError('unreadable', 'The PDF contains only images and no text.')
  }

  return async (page, signal) => {
    if (isPdf(page)) return pdfText(page, signal)
    const { bytes, mediaType, charset, url } = page
    const raw: RawPage = { bytes, mediaType, href: url.href, ...(charset !== undefined && { charset }) }
    const isSmall = !mayBeHtml(mediaType) && bytes.length <= smallText
    const read = isSmall ? readText(raw) : explained('page', signal, pool.run<PageText | undefined>(raw, signal))
    const text = await read
    if (text) return text
    throw webError('content-type', `${url.href} is not text (${mediaType || 'of an unknown type'}).`)
  }
}

/** Converts the failure of a worker thread to a readable error. */
async function explained<Value>(what: string, signal: AbortSignal, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    signal.throwIfAborted()
    throw webError('unreadable', `The ${what} cannot be read: ${describeError(error)}`, error)
  }
}

function isPdf({ bytes }: Fetched): boolean {
  return Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')
}
