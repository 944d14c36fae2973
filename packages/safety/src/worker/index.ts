export { answerJobs } from './answer-jobs.js'
export { WorkerError } from './worker-error.js'
export { createWorkerPool, type WorkerJob, type WorkerPool, type WorkerPoolOptions } from './worker-pool.js'
export type { WorkerProgram } from './worker-thread.js'
