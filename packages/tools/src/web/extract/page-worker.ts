import { answerJobs } from '../../shared/worker/answer-jobs.js'
import { readText } from './read-text.js'

export const pageWorker = answerJobs('pages', import.meta.url, readText)
