import { runInWorker } from '../worker/run-in-worker.js'
import { pdfWorkerUrl } from './pdf-worker.js'

const maxMs = 30_000
const maxMb = 1_024

/**
 * The text of each page of a PDF, up to 2,000 pages or 5 million characters. Every PDF is read in a worker thread,
 * because a small one may unpack to gigabytes or take minutes.
 *
 * @throws {WorkerError} when it is damaged or encrypted, or takes more than 30 s or 1 GB. Rejects with `signal.reason`
 * after an abort.
 */
export function pdfPages(bytes: Uint8Array, signal: AbortSignal): Promise<readonly string[]> {
  return runInWorker(pdfWorkerUrl, { hermesPdf: bytes }, { signal, maxMs, maxMb })
}
