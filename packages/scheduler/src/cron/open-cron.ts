import { Cron } from 'croner'

/**
 * Opens cron fields in a time zone. Fields without `*` in minutes and hours name fixed times: a time skipped by a clock
 * change is due at the first moment after the gap, and a repeated time is due once. All other fields follow real time.
 * @throws {TypeError} for malformed fields; {@link RangeError} for an unknown time zone.
 */
export function openCron(fields: string, zone: string): Cron {
  return open(fields, zone, '5-part')
}

/** Returns the moment of a local time in a zone, by the same rules. */
export function momentOf(local: LocalTime, zone: string): Date | undefined {
  const { year, month, day, hour, minute, second } = local
  const cron = open(`${second} ${minute} ${hour} ${day} ${month} * ${year}`, zone, '7-part')
  return cron.nextRun(new Date(Date.UTC(year, month - 1, day) - 2 * 86_400_000)) ?? undefined
}

/** A local time. `month` counts from 1. */
export interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

function open(text: string, timezone: string, mode: '5-part' | '7-part'): Cron {
  return new Cron(text, { timezone, mode, paused: true, fixedTimeRule: 'no-wildcard' })
}
