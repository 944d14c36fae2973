import { type LocalTime, momentOf } from '../cron/open-cron.js'
import { type Clock, parseClock } from './clock/parse-clock.js'
import { parseClockOfPart } from './clock/parse-clock-of-part.js'
import { weekdayOf } from './weekdays.js'

const day = /^(today|this|tomorrow|the day after tomorrow|next [a-z]+|[a-z]+ of next week) (.+)$/
/** Matches a time. A number alone is not a time, because 5 can be in the morning or in the afternoon. */
const time = /:|[ap]m$|^(?:at )?(?:noon|midday|midnight)$/

/**
 * Returns the moment of `tomorrow at 9am`, `this evening at 8`, `next monday at 9:00` or `17:30`, in milliseconds since
 * 1970. The day is that of the zone. `next monday` is the first one after today; a time without a day is its next
 * occurrence.
 * @param text In lower case, with single spaces.
 */
export function parseDay(text: string, { nowMs, zone }: { readonly nowMs: number; readonly zone: string }) {
  const words = text.replace(/^tonight /, 'this night ')
  const today = dateOf(nowMs, zone)
  const momentIn = (days: number, clock: Clock) => {
    // Days are counted in UTC, where each has 24 hours.
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + days))
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
    return momentOf({ year, month, day: date.getUTCDate(), ...clock, second: 0 }, zone)?.getTime()
  }
  const [, name, rest = ''] = day.exec(words) ?? []
  if (name !== undefined) {
    const days = daysUntil(name, today)
    const clock = parseClockOfPart(rest) ?? (name === 'this' ? undefined : parseClock(rest))
    return days === undefined || !clock ? undefined : momentIn(days, clock)
  }
  const clock = time.test(words) ? parseClock(words) : undefined
  if (!clock) return undefined
  const atMs = momentIn(0, clock)
  return atMs !== undefined && atMs <= nowMs ? momentIn(1, clock) : atMs
}

type LocalDate = Pick<LocalTime, 'year' | 'month' | 'day'>

function daysUntil(name: string, { year, month, day }: LocalDate): number | undefined {
  if (name === 'today' || name === 'this') return 0
  if (name === 'tomorrow') return 1
  if (name === 'the day after tomorrow') return 2
  const wanted = weekdayOf(name.replace(/^next | of next week$/g, ''))
  if (wanted < 0) return undefined
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  if (name.startsWith('next ')) return ((wanted - weekday + 6) % 7) + 1
  // Weeks begin on Monday.
  return 7 - ((weekday + 6) % 7) + ((wanted + 6) % 7)
}

function dateOf(atMs: number, timeZone: string): LocalDate {
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
