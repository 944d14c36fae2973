import type { ValueTable } from '@hermes/core/sessions'
import type { Job } from '../jobs/job.js'
import type { Blueprint } from './blueprint.js'
import { blueprints } from './blueprints.js'

/** Blueprints that a person may want: those that were not dismissed and have no job of the same name. */
export interface Suggestions {
  list(jobs: readonly Job[]): Promise<readonly Blueprint[]>
  /** Dismisses a blueprint, so that it is not suggested again. */
  dismiss(blueprint: Blueprint): Promise<void>
}

const namespace = 'cron.suggestions'

export function createSuggestions(values: ValueTable): Suggestions {
  return {
    async list(jobs) {
      const dismissed = new Set((await values.list(namespace)).map(({ key }) => key))
      return blueprints.filter(({ name }) => !dismissed.has(name) && !jobs.some((job) => job.name === name))
    },
    async dismiss({ name }) {
      await values.update(namespace, name, () => 'dismissed')
    },
  }
}
