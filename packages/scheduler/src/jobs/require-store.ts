import type { SessionStore } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'

/** Returns the values and the work queue of a store. @throws {TypeError} when the store lacks one of them. */
export function requireStore({ values, queue }: Pick<SessionStore, 'values' | 'queue'>): {
  readonly values: ValueTable
  readonly queue: WorkQueue
} {
  if (values && queue) return { values, queue }
  throw new TypeError('Scheduled jobs need a store with values and a work queue.')
}
