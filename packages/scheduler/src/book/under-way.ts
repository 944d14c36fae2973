import { HermesError } from '@hermes/core'
import type { Job } from '../jobs/job.js'

export function underWay({ name }: Pick<Job, 'name'>): HermesError {
  return new HermesError('schedule/running', `A run of "${name}" is under way: wait until it has ended.`)
}
