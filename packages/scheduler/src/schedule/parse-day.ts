import { type LocalTime, momentOf } from '../cron/open-cron.js'
import { parseClock } from './parse-clock.js'

/**
 * The moment of `tomorrow at 9am` or `today 18:30`, in milliseconds since 1970. The day is that of the zone.
 * @param text In lower case, with single spaces.
 */
export function parseDay(text: string, { nowMs, zone }: { readonly nowMs: number; readonly zone: string }) {
  const [, day, words = ''] = /^(today|tomorrow) (.+)$/.exec(text) ?? []
  const clock = day === undefined ? undefined : parseClock(words)
  if (!clock) return undefined
  const today = dateOf(nowMs, zone)
  // Days are counted in UTC, where each has 24 hours.
  const date = new Date(Date.UTC(today.year, today.month - 1, today.day + (day === 'tomorrow' ? 1 : 0)))
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  return momentOf({ year, month, day: date.getUTCDate(), ...clock, second: 0 }, zone)?.getTime()
}

function dateOf(atMs: number, timeZone: string): Pick<LocalTime, 'year' | 'month' | 'day'> {
  const format = Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const part = (type: 'year' | 'month' | 'day') => parts.get(type) ?? Number.NaN
  return { year: part('year'), month: part('month'), day: part('day') }
}
