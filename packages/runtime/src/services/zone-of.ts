import type { Config } from '../schema/config-schema.js'

export type ZoneSettings = Pick<Config['cron'], 'timezone'>

/** Returns the time zone of schedules, from the settings or from the machine. */
export function zoneOf({ timezone }: ZoneSettings): string {
  return timezone || Intl.DateTimeFormat().resolvedOptions().timeZone
}
