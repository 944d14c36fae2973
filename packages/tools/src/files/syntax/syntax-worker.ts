import { answerJobs } from '../../shared/worker/answer-jobs.js'
import type { WorkerJob } from '../../shared/worker/worker-pool.js'
import { parserOf } from './parser-of.js'

export interface SyntaxJob extends WorkerJob {
  readonly path: string
  readonly text: string
}

export const syntaxWorker = answerJobs('syntax', import.meta.url, async ({ path, text }: SyntaxJob) =>
  parserOf(path)?.(text, path, new AbortController().signal),
)
