import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { isRecord } from '@hermes/core/wiring'
import type { WorkerProgram } from './worker-thread.js'

/**
 * Makes a module the program of worker threads, and returns what starts them. The module is both, so that bundlers keep its URL valid;
 * import it where threads are started, and nothing else from it. Elsewhere the call does nothing.
 *
 * @param name Unique, because a thread may load several such modules.
 */
export function answerJobs<Job>(name: string, url: string, answer: (job: Job) => Promise<unknown>): WorkerProgram {
  if (!isMainThread && isRecord(workerData) && workerData.hermesThread === name) {
    parentPort?.on('message', async (job: Job) => {
      try {
        parentPort?.postMessage({ value: await answer(job) })
      } catch (error) {
        parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
      }
    })
  }
  return { url: new URL(url), workerData: { hermesThread: name } }
}
