import { loadOnce } from '../../values/load-once.js'
import { type Examination, type ExamineOptions, examine } from './examine.js'
import type { ExamineJob } from './examine-worker.js'

/** Limits of the thread that scans a long text. */
export interface ScanLimits {
  /** In milliseconds. Default 60,000: the time of some 60 MB. */
  readonly maxMs?: number
  /** The memory, in MB. Default 1,024: that of some 16 MB of text. */
  readonly maxMb?: number
}

export type Examine = (
  text: string,
  options: ExamineOptions & { readonly signal?: AbortSignal },
) => Promise<Examination>

/** In characters. Scanning this many takes some 20 ms, and starting a thread 50 ms. */
const longText = 32_768

const unaborted = new AbortController().signal

/** Says what the rules say about a text, of a long one in a thread. A text that is not scanned within the limits is blocked as `scan_unfinished`. */
export function createExaminer({ maxMs = 60_000, maxMb = 1_024 }: ScanLimits = {}): Examine {
  const load = loadOnce(async () => {
    const { createWorkerPool, WorkerError } = await import('../../worker/index.js')
    const program = async () => (await import('./examine-worker.js')).examineWorker
    return { WorkerError, pool: createWorkerPool({ program, maxMs, maxMb, size: 1, idleMs: 0 }) }
  })
  return async (text, { signal = unaborted, ...options }) => {
    if (text.length <= longText) return examine(text, options)
    const { pool, WorkerError } = await load()
    const job: ExamineJob = { text, ...options }
    try {
      return await pool.run<Examination>(job, signal)
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      return { result: { findings: [{ name: 'scan_unfinished', blocks: true }], block: true } }
    }
  }
}
