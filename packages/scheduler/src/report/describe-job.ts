import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'

/**
 * One line about the state of a job: `next 2027-01-31 09:00`, `paused: It failed 10 times in a row.`
 * @param blocked Why its next run cannot begin with these settings, if that is known.
 */
export function describeState(job: Job, nextDueMs: number | undefined, zone: string, blocked?: string): string {
  if (job.pending) return job.pending.trigger === 'retry' ? 'retrying' : 'running'
  if (job.state === 'paused') return job.pausedFor === undefined ? 'paused' : `paused: ${job.pausedFor}`
  if (job.state === 'done' || nextDueMs === undefined) return 'done'
  const next = `next ${localTime(nextDueMs, zone)}`
  return blocked === undefined ? next : `blocked_config (${next}): ${blocked}`
}

/** `2027-01-31 09:00:00`, in a time zone. */
export function localTime(timeMs: number, zone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(timeMs)
}

/** The story of a run: when it was due and why it started, what became of it, and where its result is. One sentence each. */
export function describeRun(run: Run, zone: string): readonly string[] {
  const time = (ms: number) => localTime(ms, zone)
  const started = {
    schedule: `It was due at ${time(run.dueMs)} and started at ${time(run.startedAtMs)}.`,
    'catch-up': `It was due at ${time(run.dueMs)}, was missed, and was made up for at ${time(run.startedAtMs)}.`,
    manual: `It was requested at ${time(run.dueMs)} and started at ${time(run.startedAtMs)}.`,
    retry: `It was due at ${time(run.dueMs)}, and attempt ${run.attempt} started at ${time(run.startedAtMs)}.`,
  }[run.trigger]
  const at = run.endedAtMs === undefined ? '' : ` at ${time(run.endedAtMs)}`
  const reason = run.reason === undefined ? '' : `: ${run.reason}`
  const ended = {
    running: 'It has not ended.',
    completed: `It completed${at}${run.isSilent ? ', with nothing to report' : ''}.`,
    failed: `It failed${at}${reason}`,
    'cut-off': `It was cut off before${at}${reason} Its effects are unknown, so it was not repeated.`,
    skipped: `It did not run${reason}`,
  }[run.state]
  const delivered = run.deliveries.map(({ target, state, detail }) => {
    const where = detail === undefined ? '' : ` (${detail})`
    return {
      delivered: `Delivered to ${target}${where}.`,
      failed: `The delivery to ${target} failed${where}.`,
      unknown: `It is unknown whether ${target} has it${where}.`,
    }[state]
  })
  const session = run.sessionId === undefined ? [] : [`Its conversation is ${run.sessionId}.`]
  return [
    ...(run.state === 'skipped' ? [`It was due at ${time(run.dueMs)}.`] : [started]),
    ended,
    ...session,
    ...delivered,
  ]
}
