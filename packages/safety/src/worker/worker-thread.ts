import { Worker } from 'node:worker_threads'
import { describeError } from '@hermes/core'
import { sourceFlags } from './source-flags.js'
import { WorkerError } from './worker-error.js'

/** A module that answers each message with a {@link WorkerAnswer}. */
export interface WorkerProgram {
  readonly url: URL
  /** Distinguishes the thread from other threads that load the file. */
  readonly workerData: unknown
}

export interface WorkerStart {
  /** Maximum JavaScript heap, and maximum memory of the buffers outside it, in MB. */
  readonly maxMb: number
}

export interface AnswerLimits {
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Maximum time in milliseconds. */
  readonly maxMs: number
}

/** What a worker posts for each job. The error is the end of a sentence. */
export type WorkerAnswer<Value> = { readonly value: Value } | { readonly error: string }

export interface WorkerThread {
  /** @param transfer Buffers of the job that are transferred instead of copied, which leaves them empty here. */
  send(job: unknown, transfer?: readonly ArrayBuffer[]): void
  /**
   * Resolves to the value of the next answer.
   * @throws {WorkerError} when the module fails or exceeds a limit. Rejects with `signal.reason` after an abort. The
   * thread is unusable afterwards and has to be ended.
   */
  answer<Value>(limits: AnswerLimits): Promise<Value>
  /** Ends the thread, even in the middle of a loop. */
  end(): Promise<void>
}

/**
 * Memory for recently created objects, in MB. At the limit of its heap, Node gives a thread 16 MB more until it has
 * ended. If one collection moves more young objects than that, V8 ends the whole process; by default, it may move more.
 */
const youngMb = 12

/** How often the buffers of a worker are measured, in milliseconds. V8 limits only its heap. */
const measureMs = 100

/**
 * Starts a thread that sees neither the environment nor the output of the process, and does not keep the process
 * running by itself.
 */
export function startWorker({ url, workerData }: WorkerProgram, { maxMb }: WorkerStart): WorkerThread {
  const worker = new Worker(url, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxMb, maxYoungGenerationSizeMb: youngMb },
    execArgv: sourceFlags(url),
    env: {},
    stdout: true,
    stderr: true,
  })
  const ended = Promise.withResolvers<never>()
  // The next answer reports an idle thread that has ended.
  ended.promise.catch(() => undefined)
  worker.once('error', (error) => {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ended.reject(
      isMemory ? outOfMemory(maxMb, error) : new WorkerError('failed', describeError(error), { cause: error }),
    )
  })
  worker.once('exit', () => ended.reject(new WorkerError('failed', 'its thread ended without an answer')))

  async function answer<Value>({ signal, maxMs }: AnswerLimits): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const onMessage = (posted: WorkerAnswer<Value>) => {
      if ('value' in posted) resolve(posted.value)
      else reject(new WorkerError('failed', posted.error))
    }
    const late = setTimeout(() => reject(new WorkerError('time', `it took longer than ${maxMs / 1_000} s`)), maxMs)
    const measuring = setInterval(() => {
      // Rejects when the thread has ended, which `ended` reports.
      worker.getHeapStatistics().then(
        ({ external_memory }) => external_memory > maxMb * 2 ** 20 && reject(outOfMemory(maxMb)),
        () => undefined,
      )
    }, measureMs)
    const abort = () => reject(signal.reason)
    worker.ref()
    worker.on('message', onMessage)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    try {
      return await Promise.race([promise, ended.promise])
    } finally {
      clearTimeout(late)
      clearInterval(measuring)
      signal.removeEventListener('abort', abort)
      worker.off('message', onMessage)
      worker.unref()
    }
  }

  return {
    send: (job, transfer = []) => worker.postMessage(job, transfer),
    answer,
    async end() {
      await worker.terminate()
    },
  }
}

function outOfMemory(maxMb: number, cause?: unknown): WorkerError {
  return new WorkerError('memory', `it needs more than ${maxMb} MB of memory`, cause === undefined ? {} : { cause })
}
