import { openCron } from '../cron/open-cron.js'
import type { Schedule } from '../schedule/schedule.js'

/** The times at which a schedule is due, in milliseconds since 1970. */
export interface DueTimes {
  /** Returns the first due time after a time, or `undefined` if there is none. */
  after(timeMs: number): number | undefined
  /** Returns the latest due time after `afterMs` and not after `untilMs`. */
  latest(afterMs: number, untilMs: number): number | undefined
}

export function dueTimesOf(schedule: Schedule): DueTimes {
  const after = nextOf(schedule)
  return { after, latest: (afterMs, untilMs) => latestBetween(after, afterMs, untilMs) }
}

function nextOf(schedule: Schedule): DueTimes['after'] {
  if (schedule.kind === 'once') return (timeMs) => (schedule.atMs > timeMs ? schedule.atMs : undefined)
  if (schedule.kind === 'interval') {
    const { everyMs, fromMs } = schedule
    return (timeMs) => fromMs + everyMs * Math.max(1, Math.floor((timeMs - fromMs) / everyMs) + 1)
  }
  const cron = openCron(schedule.fields, schedule.zone)
  return (timeMs) => cron.nextRun(new Date(timeMs))?.getTime()
}

const windowsMs = [60_000, 3_600_000, 86_400_000, 32 * 86_400_000, 366 * 86_400_000, Number.POSITIVE_INFINITY]

/** Searches backward in growing windows, so that a year of missed minutes is not walked through. */
function latestBetween(after: DueTimes['after'], afterMs: number, untilMs: number): number | undefined {
  for (const windowMs of windowsMs) {
    const beginMs = Math.max(afterMs, untilMs - windowMs)
    let latest: number | undefined
    for (let time = after(beginMs); time !== undefined && time <= untilMs; time = after(time)) latest = time
    if (latest !== undefined || beginMs === afterMs) return latest
  }
  return undefined
}
