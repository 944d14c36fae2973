import { type Clock, parseClock } from './parse-clock.js'
import { hourIn, partsOfDay } from './parts-of-the-day.js'

/** Parses `morning at 8`, `evening at 7:30`, `night 10pm`: a time preceded by its part of the day. */
export function parseClockOfPart(words: string): Clock | undefined {
  const [, name = '', rest = ''] = /^(morning|afternoon|evening|night) (.+)$/.exec(words) ?? []
  const part = partsOfDay[name]
  const clock = parseClock(rest)
  if (!part || !clock) return undefined
  const hour = hourIn(part, clock.hour, /[a-z]$/.test(rest))
  return hour === undefined ? undefined : { ...clock, hour }
}
