import type { SessionStore } from '@hermes/core'
import { createJobBook, type JobBook } from '@hermes/scheduler'
import type { Config } from '../schema/config-schema.js'

type ZoneSettings = Pick<Config['cron'], 'timezone'>

/** The time zone of schedules: that of the settings, or that of the machine. */
export function zoneOf({ timezone }: ZoneSettings): string {
  return timezone || Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The scheduled jobs of a store. @throws {TypeError} when it has no values or no work queue. */
export function openJobs(store: SessionStore, settings: ZoneSettings): JobBook {
  return createJobBook({ store, zone: zoneOf(settings) })
}
