import type { WorkerJob } from '@hermes/safety/worker'
import { answerJobs } from '@hermes/safety/worker'
import { parserOf } from './parser-of.js'

export interface SyntaxJob extends WorkerJob {
  readonly path: string
  readonly text: string
}

export const syntaxWorker = answerJobs('syntax', import.meta.url, async ({ path, text }: SyntaxJob) =>
  parserOf(path)?.(text, path, new AbortController().signal),
)
