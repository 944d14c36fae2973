import type { WorkerJob } from '@hermes/safety/worker'
import { answerJobs } from '@hermes/safety/worker'
import type { ToText } from './to-text.js'

export interface DocumentJob extends WorkerJob {
  readonly bytes: Uint8Array
  /** Extension in lower case. */
  readonly kind: string
}

export const documentWorker = answerJobs('documents', import.meta.url, convert)

const converters: Readonly<Record<string, () => Promise<ToText>>> = {
  '.ipynb': async () => (await import('./notebook-text.js')).notebookText,
  '.docx': async () => (await import('./docx-text.js')).docxText,
  '.xlsx': async () => (await import('./xlsx-text.js')).xlsxText,
}

/** Maximum text length, many times more than one call of `read_file` shows. */
const maxChars = 5_000_000

async function convert({ kind, bytes }: DocumentJob): Promise<string> {
  const toText = await converters[kind]?.()
  const text = (await toText?.(bytes)) ?? ''
  return text.length > maxChars ? `${text.slice(0, maxChars)}\n[cut: the document continues]` : text
}
