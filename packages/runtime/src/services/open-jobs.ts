import type { SessionStore } from '@hermes/core'
import { createJobBook, type JobBook } from '@hermes/scheduler'
import type { JobChanges } from './job-changes.js'
import { type ZoneSettings, zoneOf } from './zone-of.js'

/**
 * The scheduled jobs of a store.
 * @param changes Those of the host, so that its scheduler sees what is changed here at once. Default: it finds changes within 30 seconds.
 * @throws {TypeError} when the store has no values or no work queue.
 */
export function openJobs(store: SessionStore, settings: ZoneSettings, changes?: Pick<JobChanges, 'tell'>): JobBook {
  return createJobBook({
    store,
    ...(changes && { onChange: changes.tell }),
    // Asking the machine for it takes milliseconds, which a start has no use for.
    get zone() {
      return zoneOf(settings)
    },
  })
}
