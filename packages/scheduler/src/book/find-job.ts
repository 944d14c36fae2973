import { HermesError } from '@hermes/core'
import type { Job } from '../jobs/job.js'
import { notFound } from './not-found.js'

/**
 * Finds the job that a person or the model refers to: the one with this id, otherwise with this name, otherwise the
 * only one whose id starts with the text.
 * @throws {HermesError} `schedule/not-found` when no job matches, `schedule/ambiguous` when several do.
 */
export function findJob(jobs: readonly Job[], ref: string): Job {
  // Ids take precedence over names, so that a job cannot be shadowed by another job whose name is its id.
  const byId = jobs.find(({ id }) => id === ref)
  if (byId) return byId
  const named = jobs.filter(({ name }) => name === ref)
  const found = named.length > 0 || ref === '' ? named : jobs.filter(({ id }) => id.startsWith(ref))
  const [job] = found
  if (job && found.length === 1) return job
  if (found.length === 0) throw notFound(`There is no job "${ref}".`)
  const ids = found.map(({ id }) => id).join(', ')
  throw new HermesError('schedule/ambiguous', `Several jobs fit "${ref}": give the id of one of them, ${ids}.`)
}
