import type { Job, Pending, WaitingEvent } from './job.js'
import { jobError } from './job-error.js'

/** How long an event waits for the run before it, in milliseconds: a day. */
const longestWaitMs = 86_400_000
/**
 * Maximum number of waiting events per job, and maximum length of their texts together, in characters. They are stored
 * with the job.
 */
const mostWaiting = 100
const mostCharacters = 4 * 1024 * 1024

/** Whether an event can run now: nothing runs, and no earlier event waits. */
export function isFreeForEvent({ pending, retry, waitingEvents = [] }: Job): boolean {
  return !pending && !retry?.event && waitingEvents.length === 0
}

/** Returns the job with a further waiting event. @throws {HermesError} `schedule/job` when too many wait. */
export function withWaitingEvent(job: Job, event: WaitingEvent): Job {
  const { waitingEvents = [] } = job
  if (waitingEvents.some(({ id }) => id === event.id)) return job
  const characters = waitingEvents.reduce((sum, waiting) => sum + waiting.event.text.length, event.event.text.length)
  if (waitingEvents.length < mostWaiting && (waitingEvents.length === 0 || characters <= mostCharacters)) {
    return { ...job, waitingEvents: [...waitingEvents, event] }
  }
  const waiting = waitingEvents.length === 1 ? '1 event waits' : `${waitingEvents.length} events wait`
  throw jobError(`${waiting} for "${job.name}" already: this one is given up.`)
}

/** Returns the job without an event whose turn has come. */
export function withoutWaitingEvent(job: Job, id: string): Job {
  const { waitingEvents = [], ...rest } = job
  const left = waitingEvents.filter((event) => event.id !== id)
  return left.length > 0 ? { ...rest, waitingEvents: left } : rest
}

/** Returns the firing of the next waiting event, or `undefined` if none waits. */
export function nextEvent({ waitingEvents = [] }: Job, nowMs: number): Pending | undefined {
  const [next] = waitingEvents
  if (!next) return undefined
  const { sinceMs, ...firing } = next
  const isLate = nowMs - sinceMs > longestWaitMs
  return { ...firing, trigger: 'manual', attempt: 1, ...(isLate && { isLate }) }
}
