import { createWorkerPool } from '@hermes/safety/worker'

const maxMs = 30_000
const maxMb = 1_024

/**
 * Extracts the text of each page of a PDF, up to 2,000 pages or 5 million characters. Consumes `bytes`.
 *
 * @throws {WorkerError} when the file is damaged or encrypted, or takes more than 30 s or 1 GB. Rejects with
 * `signal.reason` after an abort.
 */
export type ReadPdf = (bytes: Uint8Array, signal: AbortSignal) => Promise<readonly string[]>

/** Creates a reader that parses each PDF in a separate thread, because the parser retains a lot of memory. */
export function createPdfReader(): ReadPdf {
  const pool = createWorkerPool({
    program: async () => (await import('./pdf-worker.js')).pdfWorker,
    maxMs,
    maxMb,
    idleMs: 0,
  })
  return (bytes, signal) => pool.run({ bytes }, signal)
}
