import type { Config } from '../schema/config-schema.js'

export type ZoneSettings = Pick<Config['cron'], 'timezone'>

/** The time zone of schedules: that of the settings, or that of the machine. */
export function zoneOf({ timezone }: ZoneSettings): string {
  return timezone || Intl.DateTimeFormat().resolvedOptions().timeZone
}
