import { setImmediate as nextRound } from 'node:timers/promises'
import { fileError, withFileErrors } from '../file-error.js'
import type { FileServices } from '../file-services.js'
import type { FileSource } from '../file-source.js'
import type { LineWindow } from '../line-window.js'
import { versionOf } from '../repeated-read.js'
import { type ConvertDocument, createDocumentConverter } from './document-text.js'

export interface DocumentReader {
  /** Feeds the text of a document to the window. Resolves to `true`. */
  fill(window: LineWindow, source: FileSource): Promise<true>
}

/** Number of bytes that are searched for lines before yielding to the event loop. */
const slice = 2 ** 20

/** Creates a reader that caches the text of the last document, so that paging through it converts it only once. */
export function createDocumentReader({ limits }: Pick<FileServices, 'limits'>): DocumentReader {
  const convert = createDocumentConverter()
  let last: { readonly key: string; readonly text: Uint8Array } | undefined
  return {
    async fill(window, source) {
      const key = `${versionOf(source.status)}:${source.file}`
      if (last?.key !== key) last = { key, text: await textOf(source, limits.documentBytes, convert) }
      for (let at = 0; at < last.text.length; at += slice) {
        window.feed(last.text.subarray(at, at + slice))
        await nextRound()
      }
      window.end()
      return true
    },
  }
}

async function textOf(
  { access, file, path, status, signal }: FileSource,
  maxBytes: number,
  convert: ConvertDocument,
): Promise<Uint8Array> {
  if (status.size > maxBytes) {
    throw fileError('too-large', `${path} has ${status.size} bytes: extract its text with a command such as pdftotext.`)
  }
  const bytes = await withFileErrors(path, () => access.files.read(file))
  return Buffer.from(await convert(path, bytes, signal))
}
