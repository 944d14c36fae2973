import { parseSchedule } from '../schedule/parse-schedule.js'
import type { Job, Task } from './job.js'
import { jobError } from './job-error.js'
import { splitTargets } from './split-targets.js'

/** The input for a new job. */
export interface NewJob {
  /** The schedule, see `parseSchedule`. */
  readonly schedule: string
  /** The IANA time zone of the schedule. Default: the zone of the book. */
  readonly zone?: string
  readonly task: Task
  /** The name. Default: the start of the prompt. */
  readonly name?: string
  /** The targets. A member may name several, separated by commas. Default: `['local']`. */
  readonly deliver?: readonly string[]
  readonly repeat?: number
  readonly missed?: Job['missed']
  readonly origin?: string
  readonly createdBy: Job['createdBy']
  /** Who pays for its runs. Default: the person whose job it is. */
  readonly payer?: string | undefined
  readonly isPaused?: boolean
  /** The conversation that its firings enter. Default: they have separate conversations. */
  readonly enters?: string
}

/** Changes of a job. Absent members are unchanged. */
export type JobChanges = Partial<Pick<NewJob, 'schedule' | 'zone' | 'name' | 'deliver' | 'repeat' | 'missed'>> & {
  readonly task?: Partial<Task>
  /** Members to remove from the job, so that the default applies. */
  readonly removes?: readonly Removable[]
}

/** The members that can be removed from a job. */
export type Removable = Exclude<keyof Task, 'prompt'> | 'deliver' | 'repeat' | 'missed'

export interface JobContext {
  /** The person whose job it is. Default: the owner. */
  readonly userId?: string | undefined
  readonly zone: string
  readonly nowMs: number
}

/** Creates a job. @throws {HermesError} `schedule/invalid`, `schedule/job`. */
export function newJob(id: string, input: NewJob, { nowMs, userId, ...context }: JobContext): Job {
  const { task, repeat, missed, origin, createdBy, payer, enters } = input
  checkTask(task)
  checkRepeat(repeat)
  const deliver = targetsOf(input.deliver, origin)
  return {
    ...scheduleOf(input.schedule, { nowMs, zone: input.zone ?? context.zone }),
    id,
    name: input.name?.trim() || nameOf(task),
    task,
    deliver: deliver ?? ['local'],
    createdBy,
    createdAtMs: nowMs,
    state: input.isPaused ? 'paused' : 'active',
    runs: 0,
    failures: 0,
    ...(input.zone !== undefined && { zone: input.zone }),
    ...(repeat !== undefined && { repeat }),
    ...(missed && { missed }),
    ...(origin !== undefined && { origin }),
    ...(userId !== undefined && { userId }),
    ...(payer !== undefined && { payer }),
    ...(enters !== undefined && { enters }),
  }
}

/** Returns the changed job. @throws {HermesError} `schedule/invalid`, `schedule/job`. */
export function changedJob(job: Job, changes: JobChanges, { nowMs, zone }: JobContext): Job {
  const { name, repeat, missed, removes = [] } = changes
  const task = { ...without(job.task, removes), ...changes.task }
  checkTask(task)
  checkRepeat(repeat)
  if (name?.trim() === '') throw jobError('A job needs a name: the one that was given is empty.')
  const deliver = targetsOf(changes.deliver, job.origin)
  const isRescheduled = changes.schedule !== undefined || changes.zone !== undefined
  const named = changes.zone ?? job.zone
  const ownZone = named ?? (job.schedule.kind === 'cron' ? job.schedule.zone : zone)
  const current = without(
    job,
    removes.filter((member) => member === 'repeat' || member === 'missed'),
  )
  const { retry, ...others } = current
  const kept = retry?.event ? current : others
  return {
    ...(isRescheduled ? { ...kept, ...scheduleOf(changes.schedule ?? job.text, { nowMs, zone: ownZone }) } : current),
    ...(named !== undefined && { zone: named }),
    task,
    ...(isRescheduled && job.state === 'done' && { state: 'active', runs: 0 }),
    ...(name !== undefined && { name }),
    ...(removes.includes('deliver') && { deliver: ['local'] }),
    ...(deliver && { deliver }),
    ...(repeat !== undefined && { repeat }),
    ...(missed && { missed }),
  }
}

function without<Value extends object>(value: Value, names: readonly string[]): Value {
  const kept = { ...value }
  for (const name of names) Reflect.deleteProperty(kept, name)
  return kept
}

function scheduleOf(text: string, { nowMs, zone }: JobContext): Pick<Job, 'text' | 'schedule' | 'cursorMs'> {
  const schedule = parseSchedule(text, { nowMs, zone })
  const cursorMs = schedule.kind === 'once' ? Math.min(nowMs, schedule.atMs - 1) : nowMs
  return { text: text.trim(), schedule, cursorMs }
}

/** Returns the targets, or `undefined` when none is named. */
function targetsOf(named: readonly string[] = [], origin: string | undefined): readonly string[] | undefined {
  const targets = splitTargets(named)
  if (origin === undefined && targets.includes('origin')) {
    throw jobError(
      '"origin" is the conversation that created a job, and none created this one: name a chat, such as telegram:CHAT, or "local" or "all".',
    )
  }
  return targets.length === 0 ? undefined : targets
}

function checkTask({ prompt = '', script = '' }: Task): void {
  if (prompt.trim() || script.trim()) return
  throw jobError('The job has nothing to do: give it a prompt or a script.')
}

function checkRepeat(repeat: number | undefined): void {
  if (repeat === undefined || (Number.isInteger(repeat) && repeat > 0)) return
  throw jobError(`A job cannot repeat ${repeat} times: give a whole number from 1.`)
}

function nameOf({ prompt = '', script = '' }: Task): string {
  const text = (prompt.trim() || script.trim()).replace(/\s+/g, ' ')
  return text.length > 50 ? `${text.slice(0, 49)}…` : text
}
