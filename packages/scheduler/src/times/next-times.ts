import type { Schedule } from '../schedule/schedule.js'
import { dueTimesOf } from './due-times.js'

/** Returns the first times after `afterMs` at which a schedule is due, at most `count`, in milliseconds since 1970. */
export function nextTimes(schedule: Schedule, afterMs: number, count: number): number[] {
  const due = dueTimesOf(schedule)
  const times: number[] = []
  for (let time = due.after(afterMs); time !== undefined && times.length < count; time = due.after(time))
    times.push(time)
  return times
}
