import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { type Job, jobSchema } from './job.js'

const namespace = 'cron.jobs'

/** The jobs of a store. */
export interface JobTable {
  get(id: string): Promise<Job | undefined>
  /** Returns the jobs, oldest first. */
  list(): Promise<readonly Job[]>
  /** Replaces a job atomically. `undefined` removes it. Resolves to the new job. */
  update(id: string, change: (job: Job | undefined) => Job | undefined): Promise<Job | undefined>
}

export function createJobTable(values: ValueTable): JobTable {
  return {
    async get(id) {
      return toJob(await values.get(namespace, id))
    },
    async list() {
      const rows = await values.list(namespace)
      return rows.flatMap(({ value }) => toJob(value) ?? []).sort((one, other) => one.createdAtMs - other.createdAtMs)
    },
    async update(id, change) {
      const value = await values.update(namespace, id, (stored) => {
        const job = toJob(stored)
        const changed = change(job)
        return changed === job ? stored : changed
      })
      return toJob(value)
    },
  }
}

/** A value that is not a job, such as one of a newer version, is left alone. */
function toJob(value: JsonValue | undefined): Job | undefined {
  return jobSchema.safeParse(value).data
}
