import type { AnswerLimits, WorkerProgram, WorkerStart, WorkerThread } from './worker-thread.js'

export interface WorkerPoolOptions extends Pick<AnswerLimits, 'maxMs'>, Pick<WorkerStart, 'maxMb'> {
  /** Loads the program of the threads. Called when a thread is started. */
  readonly program: () => Promise<WorkerProgram>
  /** Maximum number of threads. Default 2. */
  readonly size?: number
  /** How long a thread waits for its next job, in milliseconds. Default: 10,000. 0: each job gets a new thread. */
  readonly idleMs?: number
}

export interface WorkerJob {
  readonly bytes?: Uint8Array
}

export interface WorkerPool {
  /**
   * Resolves to the answer of a thread. The time limit starts when the thread gets the job. The job's `bytes` are
   * transferred to the thread and are empty here afterwards; texts are copied.
   * @throws {WorkerError} when the job fails or exceeds a limit. Rejects with `signal.reason` after an abort.
   */
  run<Value>(job: WorkerJob, signal: AbortSignal): Promise<Value>
}

interface IdleThread {
  readonly thread: WorkerThread
  readonly timer: NodeJS.Timeout
}

/**
 * Creates a pool of worker threads that are started on demand, wait for further jobs for a while, and never keep the
 * process running. A thread that failed is not used again.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { program, maxMs, maxMb, size = 2, idleMs = 10_000 } = options
  const idle: IdleThread[] = []
  const waiting = new Set<() => void>()
  let busy = 0

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (busy < size) {
      busy += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const abort = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort)
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  /** Passes the place on to the next waiting job. */
  function leave(): void {
    const [next] = waiting
    if (next) waiting.delete(next)
    else busy -= 1
    next?.()
  }

  async function take(): Promise<WorkerThread> {
    const found = idle.pop()
    clearTimeout(found?.timer)
    if (found) return found.thread
    // Node.js loads much code for threads, and most processes start none.
    const { startWorker } = await import('./worker-thread.js')
    return startWorker(await program(), { maxMb })
  }

  async function keep(thread: WorkerThread): Promise<void> {
    if (idleMs === 0) {
      await thread.end()
      return
    }
    const timer = setTimeout(() => {
      // Threads are taken from the end, so that the first one has waited longest.
      idle.shift()
      void thread.end()
    }, idleMs)
    idle.push({ thread, timer: timer.unref() })
  }

  return {
    async run<Value>(job: WorkerJob, signal: AbortSignal): Promise<Value> {
      await enter(signal)
      try {
        signal.throwIfAborted()
        const thread = await take()
        try {
          thread.send(job, job.bytes && movable(job.bytes))
          const value = await thread.answer<Value>({ signal, maxMs })
          await keep(thread)
          return value
        } catch (error) {
          await thread.end()
          throw error
        }
      } finally {
        leave()
      }
    },
  }
}

/** Returns the buffers that can be transferred. Small buffers share their memory with others. */
function movable({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
