import { extname } from 'node:path'
import { describeError } from '@hermes/core'
import { createWorkerPool, WorkerError } from '@hermes/safety/worker'
import { createPdfReader } from '../../shared/pdf/pdf-reader.js'
import { fileError } from '../file-error.js'
import type { DocumentJob } from './document-worker.js'

const maxMs = 30_000
const maxMb = 1_024

const kinds: readonly string[] = ['.docx', '.ipynb', '.pdf', '.xlsx']

/** Returns the extension of a document that can be converted to text, or `undefined` for every other file. */
export function documentKind(path: string): string | undefined {
  const ending = extname(path).toLowerCase()
  return kinds.includes(ending) ? ending : undefined
}

/**
 * Converts a document to text, up to 5 million characters. Consumes `bytes`.
 *
 * @throws {HermesError} `file/not-text` for a document that is damaged, encrypted, too large when unpacked, or takes
 * too long.
 */
export type ConvertDocument = (path: string, bytes: Uint8Array, signal: AbortSignal) => Promise<string>

/** Creates a converter that uses worker threads, because a small document may unpack to gigabytes or take minutes. */
export function createDocumentConverter(): ConvertDocument {
  const pages = createPdfReader()
  const pool = createWorkerPool({
    program: async () => (await import('./document-worker.js')).documentWorker,
    maxMs,
    maxMb,
  })
  return async (path, bytes, signal) => {
    const kind = documentKind(path)
    if (kind === undefined) throw fileError('not-text', `${path} is not a document that can be read as text.`)
    try {
      if (kind === '.pdf') return pdfText(await pages(bytes, signal))
      const job: DocumentJob = { kind, bytes }
      return await pool.run<string>(job, signal)
    } catch (error) {
      signal.throwIfAborted()
      const advice = WorkerError.isLimit(error) ? '; convert it with a command instead' : ''
      // Some libraries end their messages with a period.
      const reason = describeError(error).replace(/\.$/, '')
      throw fileError('not-text', `${path} could not be read as a document: ${reason}${advice}.`, error)
    }
  }
}

function pdfText(pages: readonly string[]): string {
  if (pages.every((page) => page.trim() === '')) throw new Error('it contains only images and no text')
  return pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
}
