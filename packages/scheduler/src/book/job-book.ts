import { HermesError, type SessionStore } from '@hermes/core'
import { withDefaultServices } from '@hermes/core/wiring'
import { firingId } from '../fire/firing-id.js'
import { firingQueue, toItem } from '../fire/firing-item.js'
import { createHeartbeat } from '../fire/heartbeat.js'
import { createIncidents, type Incident } from '../incidents/incidents.js'
import type { Job, RunEvent, Task } from '../jobs/job.js'
import { jobError } from '../jobs/job-error.js'
import { createJobTable } from '../jobs/job-table.js'
import { changedJob, type JobChanges, type NewJob, newJob } from '../jobs/new-job.js'
import { requireStore } from '../jobs/require-store.js'
import { splitTargets } from '../jobs/split-targets.js'
import { isFreeForEvent, withWaitingEvent } from '../jobs/waiting-events.js'
import type { Run } from '../ledger/run.js'
import { createRunTable } from '../ledger/run-table.js'
import { dueTimesOf } from '../times/due-times.js'
import { findJob } from './find-job.js'
import type { JobCheck } from './job-check.js'
import { notFound } from './not-found.js'
import { underWay } from './under-way.js'
import { withModel } from './with-model.js'

export interface JobBookOptions {
  /** The store. Must have values and a work queue. */
  readonly store: Pick<SessionStore, 'values' | 'queue'>
  /** The time zone of schedules that do not specify one. Read when a job is added or changed. */
  readonly zone: string
  /** Called after each change, to wake the scheduler of this process. */
  readonly onChange?: () => void
  /** Checks whether a task can run. Default: no problems are known. */
  readonly check?: JobCheck
  /**
   * Called when a job is added or changed. Rejects for a task that is never possible. Default: all tasks are accepted.
   */
  readonly requireTask?: (task: Partial<Task>) => Promise<void>
  /**
   * Called when a job is added or changed. Returns the target to store: the id behind a name. Rejects for an unknown
   * target. Default: targets are stored unchanged.
   */
  readonly resolveTarget?: (target: string) => Promise<string>
  /** Restricts the book to the jobs of this person, including those that it adds. Default: the jobs of everyone. */
  readonly userId?: string | undefined
  /** Who pays for the added jobs, unless they name somebody. Default: the person whose jobs they are. */
  readonly payer?: string | undefined
  readonly services?: { readonly now?: () => number; readonly randomHex?: (digits: number) => string }
}

export interface RunRequest {
  /** When the run was requested. Requests with the same time are one run. Default: now. */
  readonly atMs?: number
  /** Added to the prompt of this run, and passed to its script. */
  readonly event?: RunEvent
}

/**
 * The jobs of a store, for people and tools. Methods that take `ref` accept an id, a name, or the start of an id that
 * is not a name.
 */
export interface JobBook {
  /** Returns the jobs, oldest first. */
  list(): Promise<readonly Job[]>
  /** Returns a job. @throws {HermesError} `schedule/not-found`; `schedule/ambiguous` when several jobs match. */
  get(ref: string): Promise<Job>
  /** Adds a job. @throws {HermesError} `schedule/invalid`, `schedule/job`. */
  add(input: NewJob): Promise<Job>
  edit(ref: string, changes: JobChanges): Promise<Job>
  pause(ref: string, reason?: string): Promise<Job>
  /** Resumes a job with its next due time. Due times that passed in between are not made up. */
  resume(ref: string): Promise<Job>
  /** Returns the other jobs whose prompts include the latest result of this one. Without this job, their runs fail. */
  readersOf(ref: string): Promise<readonly Job[]>
  /** Removes a job and its runs. A run in progress ends without a delivery. */
  remove(ref: string): Promise<Job>
  /**
   * Requests a run now, in addition to the schedule. A request with an event may come while another run is in progress:
   * events wait their turn, for up to a day. After that, the scheduler skips the event and notifies the targets.
   * @returns the id of the run. @throws {HermesError} `schedule/running` when a run is in progress, `schedule/job` when
   * too many events wait.
   */
  requestRun(ref: string, request?: RunRequest): Promise<{ readonly job: Job; readonly runId: string }>
  /** Returns the runs of a job, newest first. */
  runs(ref: string): Promise<readonly Run[]>
  /** Returns the next due time, or `undefined` if there is none or the job is paused. */
  nextDue(job: Job): number | undefined
  /**
   * Returns why the next run of an active job cannot start with the present settings. `undefined`: no problem is known.
   */
  whyBlocked(job: Job): string | undefined
  /** Returns whether a scheduler has checked the jobs of the store within the last three minutes. */
  isServed(): Promise<boolean>
  /** Returns the incidents, newest first. */
  incidents(): Promise<readonly Incident[]>
  /** Acknowledges an incident. @throws {HermesError} `schedule/not-found`. */
  acknowledge(id: string): Promise<Incident>
}

/** Three heartbeats. */
const servedMs = 180_000

/**
 * Creates the book of a store's jobs.
 * @throws {TypeError} when the store has no values or no work queue.
 */
export function createJobBook(options: JobBookOptions): JobBook {
  const { store, onChange, userId, services } = options
  const { values, queue } = requireStore(store)
  const { now, randomHex } = withDefaultServices(services)
  const [table, runs] = [createJobTable(values), createRunTable(values)]
  const heartbeat = createHeartbeat(values)
  const incidents = createIncidents({ values, now })

  async function list(): Promise<readonly Job[]> {
    const jobs = await table.list()
    return userId === undefined ? jobs : jobs.filter((job) => job.userId === userId)
  }

  async function get(ref: string): Promise<Job> {
    return findJob(await list(), ref)
  }

  async function change(ref: string, next: (job: Job) => Job): Promise<Job> {
    const { id } = await get(ref)
    const job = await table.update(id, (current) => current && next(current))
    if (!job) throw notFound(`There is no job "${ref}".`)
    onChange?.()
    return job
  }

  async function listIncidents(): Promise<readonly Incident[]> {
    const [all, jobs] = await Promise.all([incidents.list(), list()])
    const ids = new Set(jobs.map(({ id }) => id))
    return all.filter(({ jobId }) => userId === undefined || ids.has(jobId))
  }

  async function checkTask(task: Partial<Task> = {}): Promise<void> {
    await options.requireTask?.(task)
    for (const source of task.contextFrom ?? []) await get(source)
  }

  async function resolve(targets: readonly string[] | undefined): Promise<Pick<NewJob, 'deliver'>> {
    const { resolveTarget } = options
    return targets && resolveTarget ? { deliver: await Promise.all(splitTargets(targets).map(resolveTarget)) } : {}
  }

  return {
    get,
    list,
    async add(input) {
      await checkTask(input.task)
      const payer = input.payer ?? options.payer
      const resolved = { ...input, payer, ...(await resolve(input.deliver)) }
      const job = newJob(randomHex(8), resolved, { nowMs: now(), zone: options.zone, userId })
      await table.update(job.id, () => job)
      onChange?.()
      return job
    },
    async edit(ref, changes) {
      const known = await get(ref)
      await checkTask(changes.task && withModel(changes.task, known))
      for (const source of changes.task?.contextFrom ?? []) {
        if ((await get(source)).id !== known.id) continue
        throw jobError(
          `"${known.name}" cannot begin with its own result: name another job, or let all its runs share one conversation.`,
        )
      }
      const resolved = { ...changes, ...(await resolve(changes.deliver)) }
      return change(ref, (job) => changedJob(job, resolved, { nowMs: now(), zone: options.zone }))
    },
    pause: (ref, reason) =>
      change(ref, (job) => {
        if (job.state === 'done') throw jobError(`"${job.name}" is done: there is nothing to pause.`)
        return { ...job, state: 'paused', ...(reason !== undefined && { pausedFor: reason }) }
      }),
    resume: (ref) =>
      change(ref, (job) => {
        if (job.state === 'done') throw jobError(`"${job.name}" is done: give it a new schedule, or run it now.`)
        if (job.state !== 'paused') return job
        const { pausedFor: _, retry, ...others } = job
        const rest = retry?.event ? { ...others, retry } : others
        if (job.schedule.kind === 'once' && job.schedule.atMs < now()) {
          throw jobError(`The time of "${job.name}" passed while it was paused: give it a new schedule, or run it now.`)
        }
        const cursorMs = job.schedule.kind === 'once' ? job.cursorMs : now()
        return { ...rest, state: 'active', failures: 0, cursorMs }
      }),
    async readersOf(ref) {
      const [{ id }, jobs] = await Promise.all([get(ref), list()])
      const reads = (source: string) => {
        try {
          return findJob(jobs, source).id === id
        } catch (error) {
          if (HermesError.is(error)) return false
          throw error
        }
      }
      return jobs.filter((job) => job.id !== id && (job.task.contextFrom ?? []).some(reads))
    },
    async remove(ref) {
      const job = await get(ref)
      await table.update(job.id, () => undefined)
      if (job.pending) await queue.remove({ queue: firingQueue, id: job.pending.id })
      await runs.prune(job.id, 0)
      await incidents.remove(job.id)
      onChange?.()
      return job
    },
    async requestRun(ref, { atMs, event } = {}) {
      const dueMs = atMs ?? now()
      const known = await get(ref)
      const runId = firingId(known.id, dueMs, 1)
      if (atMs !== undefined && (known.pending?.id === runId || (await runs.get(known.id, runId)))) {
        return { job: known, runId }
      }
      const job = await change(known.id, (current) => {
        if (event && !isFreeForEvent(current)) {
          return withWaitingEvent(current, { id: runId, dueMs, sinceMs: now(), event })
        }
        if (current.pending) throw underWay(current)
        const pending = { id: runId, dueMs, trigger: 'manual', attempt: 1, ...(event && { event }) } as const
        return { ...current, pending }
      })
      if (job.pending?.id === runId) await queue.put(toItem(job, job.pending))
      onChange?.()
      return { job, runId }
    },
    runs: async (ref) => runs.list((await get(ref)).id),
    nextDue(job) {
      if (job.state !== 'active') return undefined
      const dueMs = dueTimesOf(job.schedule).after(job.schedule.kind === 'once' ? job.cursorMs : now())
      return job.retry && (dueMs === undefined || job.retry.atMs < dueMs) ? job.retry.atMs : dueMs
    },
    whyBlocked: ({ state, task }) => (state === 'active' ? options.check?.(task) : undefined),
    async isServed() {
      const lastMs = await heartbeat.lastMs()
      return lastMs !== undefined && Math.abs(now() - lastMs) < servedMs
    },
    incidents: listIncidents,
    async acknowledge(id) {
      const isKnown = (await listIncidents()).some((incident) => incident.id === id)
      const incident = isKnown ? await incidents.acknowledge(id) : undefined
      if (incident) return incident
      throw notFound(`There is no open incident "${id}".`)
    },
  }
}
