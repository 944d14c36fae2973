import { answerJobs } from '../../worker/answer-jobs.js'
import type { WorkerJob } from '../../worker/worker-pool.js'
import { type ExamineOptions, examine } from './examine.js'

export interface ExamineJob extends WorkerJob, ExamineOptions {
  readonly text: string
}

export const examineWorker = answerJobs('scan', import.meta.url, async ({ text, ...options }: ExamineJob) =>
  examine(text, options),
)
