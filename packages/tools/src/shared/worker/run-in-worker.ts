import { Worker } from 'node:worker_threads'
import { describeError } from '@hermes/core'

export interface WorkerLimits {
  /** The worker is terminated when this signal aborts. */
  readonly signal: AbortSignal
  /** In milliseconds, from the start of the thread. */
  readonly maxMs: number
  /** The maximum JavaScript heap, and the maximum of the buffers beside it, in MB. */
  readonly maxMb: number
}

/** What a worker posts, once. The error is the end of a sentence. */
export type WorkerAnswer<Value> = { readonly value: Value } | { readonly error: string }

/** The work failed (`failed`), or was ended at its limit. The message is the end of a sentence. */
export class WorkerError extends Error {
  readonly kind: 'time' | 'memory' | 'failed'

  constructor(kind: WorkerError['kind'], message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.name = 'WorkerError'
    this.kind = kind
  }
}

/** How often the buffers of a worker are measured. V8 limits only its heap. */
const measureMs = 100

/**
 * Runs a module in a worker thread, with `workerData`, and resolves to the value of its {@link WorkerAnswer}. The thread
 * is ended in every case, even in the middle of a loop. Use it for parsers of input from outside: the time that they
 * need does not follow from the size of the input.
 *
 * @throws {WorkerError} when the module fails or exceeds a limit. Rejects with `signal.reason` after an abort.
 */
export async function runInWorker<Value>(
  module: URL,
  workerData: unknown,
  { signal, maxMs, maxMb }: WorkerLimits,
): Promise<Value> {
  signal.throwIfAborted()
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxMb },
    execArgv: [],
    env: {},
    stdout: true,
    stderr: true,
  })
  const stopped = Promise.withResolvers<never>()
  const late = setTimeout(
    () => stopped.reject(new WorkerError('time', `it took longer than ${maxMs / 1_000} s`)),
    maxMs,
  )
  const measuring = setInterval(() => {
    // Rejects when the thread has ended, which `answerOf` reports.
    worker.getHeapStatistics().then(
      ({ external_memory }) => external_memory > maxMb * 2 ** 20 && stopped.reject(outOfMemory(maxMb)),
      () => undefined,
    )
  }, measureMs)
  const abort = () => stopped.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([answerOf<Value>(worker, maxMb), stopped.promise])
  } finally {
    clearTimeout(late)
    clearInterval(measuring)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

function answerOf<Value>(worker: Worker, maxMb: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: WorkerAnswer<Value>) => {
      if ('value' in answer) resolve(answer.value)
      else reject(new WorkerError('failed', answer.error))
    })
    worker.once('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isMemory ? outOfMemory(maxMb, error) : new WorkerError('failed', describeError(error), { cause: error }))
    })
    worker.once('exit', () => reject(new WorkerError('failed', 'its thread ended without an answer')))
  })
}

function outOfMemory(maxMb: number, cause?: unknown): WorkerError {
  return new WorkerError('memory', `it needs more than ${maxMb} MB of memory`, cause === undefined ? {} : { cause })
}
