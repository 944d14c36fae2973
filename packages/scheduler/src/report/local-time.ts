import type { Job } from '../jobs/job.js'

/** Formats a time for people, from milliseconds since 1970. */
export type ShowTime = (timeMs: number) => string

/** Formats a time in a time zone: `2027-01-31 09:00:00`, with the name of the zone if it is not that of the machine. */
export function localTime(timeMs: number, zone: string): string {
  const time = clockTime(timeMs, zone)
  return zone === Intl.DateTimeFormat().resolvedOptions().timeZone ? time : `${time} ${zone}`
}

/**
 * Shows the times of a job in the zone of its schedule, with its name if it differs from `zone` or from that of the
 * machine.
 * @param zone The time zone of schedules that do not specify one.
 */
export function timesOf(job: Pick<Job, 'schedule' | 'zone'>, zone: string): ShowTime {
  const own = zoneOfJob(job) ?? zone
  return own === zone ? (timeMs) => localTime(timeMs, zone) : (timeMs) => `${clockTime(timeMs, own)} ${own}`
}

/** Returns the time zone of a job, or `undefined` for that of schedules that do not specify one. */
export function zoneOfJob({ schedule, zone }: Pick<Job, 'schedule' | 'zone'>): string | undefined {
  return schedule.kind === 'cron' ? schedule.zone : zone
}

function clockTime(timeMs: number, zone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(timeMs)
}
