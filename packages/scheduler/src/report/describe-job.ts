import { english, type Translate } from '@hermes/safety/language'
import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'
import { describeSource } from './describe-source.js'
import { type ShowTime, timesOf } from './local-time.js'

/** The context, besides the job, of a description of its state. */
export interface StateContext {
  readonly nextDueMs: number | undefined
  /** The time zone of schedules that do not specify one. */
  readonly zone: string
  /** Why the next run cannot start with these settings, if that is known. */
  readonly blocked?: string | undefined
  /** Translates the texts. Default: English. */
  readonly t?: Translate
}

/** Describes the state of a job in one line: `next 2027-01-31 09:00`, `paused: It failed 10 times in a row.` */
export function describeState(job: Job, { nextDueMs, zone, blocked, t = english }: StateContext): string {
  if (job.pending) return job.pending.trigger === 'retry' ? t`retrying` : t`running`
  if (job.state === 'paused') return job.pausedFor === undefined ? t`paused` : t`paused: ${t.of(job.pausedFor)}`
  if (job.state === 'done' || nextDueMs === undefined) return t`done`
  const next = t`next ${timesOf(job, zone)(nextDueMs)}`
  return blocked === undefined ? next : `blocked_config (${next}): ${t.of(blocked)}`
}

/**
 * Describes a run: when it was due and why it started, its outcome, and where its result is. One sentence each.
 * @param time Shows the times of the job: see {@link timesOf}.
 */
export function describeRun(run: Run, time: ShowTime, t: Translate = english): readonly string[] {
  const started = {
    schedule: t`It was due at ${time(run.dueMs)} and started at ${time(run.startedAtMs)}.`,
    'catch-up': t`It was due at ${time(run.dueMs)}, was missed, and was made up for at ${time(run.startedAtMs)}.`,
    manual: t`It was requested at ${time(run.dueMs)} and started at ${time(run.startedAtMs)}.`,
    retry: t`It was due at ${time(run.dueMs)}, and attempt ${run.attempt} started at ${time(run.startedAtMs)}.`,
  }[run.trigger]
  const at = run.endedAtMs === undefined ? '' : t` at ${time(run.endedAtMs)}`
  const reason = run.reason === undefined ? '' : t`: ${t.of(run.reason)}`
  const ended = {
    running: t`It has not ended.`,
    completed: run.isSilent ? t`It completed${at}, with nothing to report.` : t`It completed${at}.`,
    failed: t`It failed${at}${reason}`,
    'cut-off': t`It was cut off before${at}${reason} Its effects are unknown, so it was not repeated.`,
    skipped: t`It did not run${reason}`,
  }[run.state]
  const delivered = run.deliveries.map(({ target, state, detail }) => {
    const where = detail === undefined ? '' : ` (${detail})`
    return {
      delivered: t`Delivered to ${target}${where}.`,
      waiting: t`The delivery to ${target} is waiting${where}.`,
      failed:
        detail === undefined
          ? t`The delivery to ${target} failed.`
          : t`The delivery to ${target} failed: ${t.of(detail)}`,
      unknown: t`It is unknown whether ${target} has it${where}.`,
    }[state]
  })
  const session = run.sessionId === undefined ? [] : [t`Its conversation is ${run.sessionId}.`]
  return [
    ...(run.state === 'skipped' ? [t`It was due at ${time(run.dueMs)}.`] : [started]),
    ...(run.sources ?? []).flatMap((source) => describeSource(source, time, t)),
    ended,
    ...session,
    ...delivered,
  ]
}
