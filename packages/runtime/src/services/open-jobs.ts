import type { SessionStore } from '@hermes/core'
import { createJobBook, type JobBook } from '@hermes/scheduler'
import { type ZoneSettings, zoneOf } from './zone-of.js'

/** The scheduled jobs of a store. @throws {TypeError} when it has no values or no work queue. */
export function openJobs(store: SessionStore, settings: ZoneSettings): JobBook {
  return createJobBook({
    store,
    // Asking the machine for it takes milliseconds, which a start has no use for.
    get zone() {
      return zoneOf(settings)
    },
  })
}
