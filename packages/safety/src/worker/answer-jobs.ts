import { threadProgram } from './thread-program.js'
import type { WorkerProgram } from './worker-thread.js'

/**
 * Makes a module the program of a pool's threads, like {@link threadProgram}. Each job is answered once.
 *
 * @param name Unique, because a thread may load several such modules.
 */
export function answerJobs<Job>(name: string, url: string, answer: (job: Job) => Promise<unknown>): WorkerProgram {
  return threadProgram(name, url, (port) => {
    port.on('message', async (job: Job) => {
      try {
        port.postMessage({ value: await answer(job) })
      } catch (error) {
        port.postMessage({ error: error instanceof Error ? error.message : String(error) })
      }
    })
  })
}
