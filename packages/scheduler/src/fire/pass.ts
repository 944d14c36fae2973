import type { Logger } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import { createBoundedMap } from '@hermes/safety'
import type { Incidents } from '../incidents/incidents.js'
import type { Job } from '../jobs/job.js'
import type { JobTable } from '../jobs/job-table.js'
import { withoutWaitingEvent } from '../jobs/waiting-events.js'
import type { RunTable } from '../ledger/run-table.js'
import { type DueTimes, dueTimesOf } from '../times/due-times.js'
import { firingId } from './firing-id.js'
import { firingQueue, toItem } from './firing-item.js'
import { nextStep } from './next-step.js'
import type { SchedulerSettings } from './settings.js'
import { settleJob, settleOvertaken } from './settle-job.js'

export interface PassOptions {
  readonly jobs: JobTable
  readonly runs: RunTable
  readonly queue: WorkQueue
  readonly incidents: Pick<Incidents, 'note'>
  /** Records the state of the messages of a job that waited. */
  readonly follow: (job: Job) => Promise<void>
  /** Returns whether a job is checked. Default: all are. */
  readonly isFor: ((job: Job) => boolean) | undefined
  readonly settings: () => SchedulerSettings
  readonly now: () => number
  readonly logger: Logger
}

/** How often messages that wait for their targets are checked, in milliseconds. */
const followMs = 5_000

export interface PassResult {
  /** The jobs that were checked. */
  readonly jobIds: readonly string[]
  /** Whether firings of this or other processes have not ended. */
  readonly hasFirings: boolean
  /** When the next job is due, or a waiting message is to be checked again. `Infinity`: never. */
  readonly wakeAtMs: number
}

/** Creates a function that checks each of its jobs once and puts due firings on the queue. */
export function createPass(options: PassOptions): () => Promise<PassResult> {
  const { jobs, runs, incidents, queue, follow, isFor = () => true, settings, now, logger } = options
  const compiled = createBoundedMap<DueTimes>(2000)

  const dueOf = (job: Job): DueTimes => {
    const key = JSON.stringify(job.schedule)
    const known = compiled.get(key) ?? dueTimesOf(job.schedule)
    compiled.set(key, known)
    return known
  }

  /** Whether the due time was settled earlier, by this or another process. */
  const isKnown = async (job: Job, id: string) =>
    (await queue.get({ queue: firingQueue, id })) !== undefined || (await runs.get(job.id, id)) !== undefined

  /** Applies a change unless another process was faster. */
  const change = (job: Job, next: (job: Job) => Job) =>
    jobs.update(job.id, (current) =>
      current &&
      current.cursorMs === job.cursorMs &&
      current.state === job.state &&
      !current.pending &&
      !isEdited(current, job)
        ? next(current)
        : current,
    )

  async function advance(job: Job): Promise<number> {
    const step = nextStep(job, dueOf(job), now(), settings())
    if (step.kind === 'wait') return step.atMs ?? Number.POSITIVE_INFINITY
    if (step.kind === 'overtake') {
      await overtake(job)
      return 0
    }
    let pending = step.kind === 'fire' ? step.pending : undefined
    if (pending && (await isKnown(job, pending.id))) pending = undefined
    const isOver = step.kind === 'skip' && job.schedule.kind === 'once'
    if (step.kind === 'skip') await skip(job, step.dueMs)
    const isRetry = step.kind === 'fire' && step.pending.trigger === 'retry'
    await change(job, (current) => {
      const { retry, ...others } = step.kind === 'fire' ? withoutWaitingEvent(current, step.pending.id) : current
      return {
        ...others,
        // A due firing does not replace the next attempt of an event.
        ...(retry?.event && !isRetry && { retry }),
        cursorMs: step.cursorMs,
        ...(pending && { pending }),
        ...(isOver && { state: 'done' }),
      }
    })
    return 0
  }

  /** Ends a failed run without another attempt. Its targets get the message of the run that is due now. */
  async function overtake(job: Job): Promise<void> {
    const { retry } = job
    if (!retry) return
    const run = await runs.get(job.id, firingId(job.id, retry.dueMs, retry.attempt - 1))
    // If there is no retry any longer, the other process has counted the failure.
    const counted = await change(job, (current) =>
      current.retry?.atMs === retry.atMs ? settleOvertaken(current, settings()) : current,
    )
    if (run && counted) await incidents.note(counted, run, settings())
  }

  async function skip(job: Job, dueMs: number): Promise<void> {
    const id = firingId(job.id, dueMs, 1)
    const reason = 'It was missed, and this job does not make up for missed runs.'
    const times = { startedAtMs: now(), endedAtMs: now() }
    await runs.update(
      job.id,
      id,
      (known) =>
        known ?? {
          id,
          jobId: job.id,
          dueMs,
          trigger: 'schedule',
          attempt: 1,
          state: 'skipped',
          fence: 0,
          reason,
          deliveries: [],
          ...times,
        },
    )
  }

  /** Puts the firing of a job on the queue if it is not there, because a crash may have come before that. */
  async function ensureQueued(job: Job): Promise<void> {
    const { pending } = job
    if (!pending) return
    const item = await queue.get({ queue: firingQueue, id: pending.id })
    if (!item) await queue.put(toItem(job, pending))
    if (item?.status === 'dead' || item?.status === 'done') await giveUp(job, item.error)
  }

  /** Settles a firing that the queue has given up. */
  async function giveUp(job: Job, error = 'The firing ended without a result.'): Promise<void> {
    const { pending } = job
    if (!pending) return
    logger.log('error', `A firing was given up: ${error}`, { job: job.id, firing: pending.id })
    const { id, dueMs, trigger, attempt } = pending
    const run = await runs.update(job.id, id, (known) =>
      known && known.state !== 'running'
        ? known
        : {
            startedAtMs: now(),
            deliveries: [],
            ...known,
            id,
            jobId: job.id,
            dueMs,
            trigger,
            attempt,
            fence: 0,
            state: 'failed',
            reason: error,
            endedAtMs: now(),
          },
    )
    await jobs.update(job.id, (current) => current && settleJob(current, { pending, run }, settings()))
  }

  return async () => {
    for (;;) {
      const list = (await jobs.list()).filter(isFor)
      const times = await Promise.all(
        list.map(async (job) => {
          if (!job.pending) return await advance(job)
          await ensureQueued(job)
          return Number.POSITIVE_INFINITY
        }),
      )
      const dueAtMs = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
      if (dueAtMs <= 0) continue
      const waiting = list.filter(({ waitingRuns = [] }) => waitingRuns.length > 0)
      await Promise.all(waiting.map(follow))
      const wakeAtMs = waiting.length === 0 ? dueAtMs : Math.min(dueAtMs, now() + followMs)
      const hasFirings = list.some(({ pending }) => pending !== undefined)
      return { jobIds: list.map(({ id }) => id), hasFirings, wakeAtMs }
    }
  }
}

/** Whether a person or the agent has changed the schedule. */
function isEdited(current: Job, seen: Job): boolean {
  return JSON.stringify(current.schedule) !== JSON.stringify(seen.schedule)
}
