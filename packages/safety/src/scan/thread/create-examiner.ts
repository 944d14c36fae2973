import { loadOnce } from '../../values/load-once.js'
import { type Examination, type ExamineOptions, examine } from './examine.js'
import type { ExamineJob } from './examine-worker.js'

/** Limits of the thread that scans a long text. */
export interface ScanLimits {
  /** Maximum time in milliseconds. Default: 60,000, enough for about 60 MB. */
  readonly maxMs?: number
  /** Maximum memory in MB. Default: 1,024, enough for about 16 MB of text. */
  readonly maxMb?: number
}

export type Examine = (
  text: string,
  options: ExamineOptions & { readonly signal?: AbortSignal },
) => Promise<Examination>

/**
 * Length in characters from which a text is scanned in a thread. Scanning this many takes about 20 ms, starting a
 * thread 50 ms.
 */
const longText = 32_768

const unaborted = new AbortController().signal

/**
 * Creates a function that applies the rules to a text, in a thread if the text is long. A text that is not scanned
 * within the limits is blocked as `scan_unfinished`.
 */
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
