import { Worker } from 'node:worker_threads'
import { pdfWorkerUrl } from './pdf-worker.js'
import type { ToText } from './to-text.js'

const heapMb = 1_024

/** The pages of a PDF. A worker thread reads it, and is ended when it takes too long or too much memory. */
export const pdfText: ToText = async (bytes, signal) => {
  signal.throwIfAborted()
  const worker = new Worker(pdfWorkerUrl, {
    workerData: { hermesPdf: bytes },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const pages = await answerOf(worker)
    if (pages.every((page) => page.trim() === '')) throw new Error('it contains only images and no text')
    return pages.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join('\n\n')
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function answerOf(worker: Worker): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    worker.once('message', (answer: { readonly pages: readonly string[] } | { readonly error: string }) => {
      if ('pages' in answer) resolve(answer.pages)
      else reject(new Error(answer.error))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the reader was stopped')))
  })
}
