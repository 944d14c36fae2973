import { explained, fileError } from '../file-error.js'
import type { FileServices } from '../file-services.js'
import type { FileSource } from '../file-source.js'
import type { LineWindow } from '../line-window.js'
import { versionOf } from '../repeated-read.js'
import { documentText } from './document-text.js'

export interface DocumentReader {
  /** Feeds the text of a document to the window. Resolves to `true`. */
  fill(window: LineWindow, source: FileSource): Promise<true>
}

/** Caches the text of the last document, so that paging through it converts it once. */
export function createDocumentReader({ limits }: Pick<FileServices, 'limits'>): DocumentReader {
  let last: { readonly key: string; readonly text: Uint8Array } | undefined
  return {
    async fill(window, source) {
      const key = `${versionOf(source.status)}:${source.file}`
      if (last?.key !== key) last = { key, text: await textOf(source, limits.documentBytes) }
      window.feed(last.text)
      window.end()
      return true
    },
  }
}

async function textOf({ access, file, path, status, signal }: FileSource, maxBytes: number): Promise<Uint8Array> {
  if (status.size > maxBytes) {
    throw fileError('too-large', `${path} has ${status.size} bytes: extract its text with a command such as pdftotext.`)
  }
  const bytes = await explained(path, () => access.files.read(file))
  return Buffer.from(await documentText(path, bytes, signal))
}
