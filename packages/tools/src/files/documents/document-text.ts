import { extname } from 'node:path'
import { describeError, HermesError } from '@hermes/core'
import { WorkerError } from '../../shared/worker/run-in-worker.js'
import { fileError } from '../file-error.js'
import type { ToText } from './to-text.js'

const maxMs = 30_000

/** Loaded when the first document of the kind is read. */
const converters: Readonly<Record<string, () => Promise<ToText>>> = {
  '.ipynb': async () => (await import('./notebook-text.js')).notebookText,
  '.docx': async () => (await import('./docx-text.js')).docxText,
  '.xlsx': async () => (await import('./xlsx-text.js')).xlsxText,
  '.pdf': async () => (await import('./pdf-text.js')).pdfText,
}

/** The extension of a document that is converted to text; `undefined` for every other file. */
export function documentKind(path: string): string | undefined {
  const ending = extname(path).toLowerCase()
  return Object.hasOwn(converters, ending) ? ending : undefined
}

/**
 * @throws {HermesError} `file/not-text` for a document that is damaged, encrypted, too large when unpacked, or takes
 * too long.
 */
export async function documentText(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const load = converters[documentKind(path) ?? '']
  if (!load) throw fileError('not-text', `${path} is not a document that can be read as text.`)
  const limit = AbortSignal.timeout(maxMs)
  try {
    const toText = await load()
    return await toText(bytes, AbortSignal.any([signal, limit]))
  } catch (error) {
    signal.throwIfAborted()
    const reason = limit.aborted ? `it took longer than ${maxMs / 1000} s` : describeError(error)
    const isStopped = limit.aborted || (error instanceof WorkerError && error.kind !== 'failed')
    const advice = isStopped ? '; convert it with a command instead' : ''
    if (HermesError.is(error) && error.code === 'file/too-large') throw error
    throw fileError('not-text', `${path} could not be read as a document: ${reason}${advice}.`, error)
  }
}
