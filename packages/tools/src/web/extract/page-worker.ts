import { answerJobs } from '@hermes/safety/worker'
import { readText } from './read-text.js'

export const pageWorker = answerJobs('pages', import.meta.url, readText)
