import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { isRecord } from '@hermes/core/wiring'
import type { WorkerProgram } from './worker-thread.js'

/** The port through which a thread talks to its parent. */
export type ThreadPort = MessagePort

/**
 * Makes a module the program of worker threads, and returns what starts them. The module is both, so that bundlers keep
 * its URL valid: import it where threads are started, and import nothing else from it. Elsewhere the call does nothing.
 *
 * @param name Unique, because a thread may load several such modules.
 * @param serve Called once in a thread, with the port to its parent and the `data` that the thread was started with.
 */
export function threadProgram(
  name: string,
  url: string,
  serve: (port: ThreadPort, data: unknown) => void,
): WorkerProgram {
  if (!isMainThread && parentPort && isRecord(workerData) && workerData.hermesThread === name)
    serve(parentPort, workerData.data)
  return { url: new URL(url), workerData: { hermesThread: name } }
}
