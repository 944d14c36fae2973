import { describeError, type Logger } from '@hermes/core'
import type { Claim } from '@hermes/core/queue'
import type { Delivery } from '../deliver/delivery.js'
import { sendResult } from '../deliver/send-result.js'
import { type RunText, textOf } from '../deliver/text-of.js'
import type { Incidents } from '../incidents/incidents.js'
import type { PausedText } from '../incidents/paused-text.js'
import { isRequested, type Job, type Pending } from '../jobs/job.js'
import type { JobTable } from '../jobs/job-table.js'
import { cutOffReason } from '../ledger/cut-off-reason.js'
import type { Run } from '../ledger/run.js'
import type { RunTable } from '../ledger/run-table.js'
import { timesOf } from '../report/local-time.js'
import { retryOf } from './retry-of.js'
import type { RunJob, RunJobOptions, RunOutcome } from './run-job.js'
import type { SchedulerSettings } from './settings.js'
import { settleJob } from './settle-job.js'

export interface FiringOptions {
  readonly jobs: JobTable
  readonly runs: RunTable
  readonly incidents: Incidents
  readonly run: RunJob
  readonly refusalOf: (job: Job) => Promise<string | undefined>
  readonly deliveries: readonly Delivery[]
  readonly targetsOf: (job: Job) => Promise<readonly string[]>
  readonly pausedText: PausedText
  /** Returns the time zone of schedules that do not specify one. */
  readonly zone: () => string
  readonly settings: () => SchedulerSettings
  readonly now: () => number
  readonly logger: Logger
}

const mostText = 20_000

/**
 * Carries out a firing. It may be called again for the same firing after a crash: whatever was started is not repeated,
 * and a stored result is delivered.
 * @throws when the store fails, or when the claim is lost and no other process is known to have taken the firing. It
 * then remains to be done.
 */
export async function handleFiring(
  options: FiringOptions,
  pending: Pending,
  jobId: string,
  claim: Claim,
): Promise<void> {
  const { jobs, runs, incidents, now } = options
  const job = await jobs.get(jobId)
  if (job?.pending?.id !== pending.id) return
  const begun = await begin(options, job, pending, claim)
  const { run, isTransient } =
    begun.state === 'running'
      ? await carryOut(options, job, { begun, pending }, claim)
      : { run: begun, isTransient: false }
  // Another process holds the firing by now.
  if (run.fence !== claim.fence) return
  const settings = options.settings()
  const retry = isTransient ? retryOf(job, pending, now(), settings) : undefined
  const message = retry ? undefined : await messageOf(options, { job, run, pending, settings })
  const sent = await sendResult({ ...options, job, run, claim, message })
  if (!sent) return
  const settlement = { pending, run: sent, retry }
  const settled = await jobs.update(jobId, (current) => current && settleJob(current, settlement, settings))
  if (settled) await incidents.note(settled, sent, settings)
  await runs.prune(jobId, settings.keptRuns)
}

interface Ended {
  readonly job: Job
  readonly run: Run
  readonly pending: Pending
  readonly settings: SchedulerSettings
}

/** Returns the message to the targets about a run that has ended, or `undefined` if there is none. */
async function messageOf(
  { incidents, pausedText, zone }: FiringOptions,
  { job, run, pending, settings }: Ended,
): Promise<RunText | undefined> {
  const alert = await incidents.alert(job, run, settings)
  const { state, pausedFor, failures } = settleJob(job, { pending, run }, settings)
  const isPausing = job.state === 'active' && state === 'paused' && pausedFor !== undefined
  const paused = isPausing ? pausedText({ jobId: job.id, failures }) : undefined
  // Somebody knows that the job fails, but not that it no longer runs.
  if (paused === undefined && (await incidents.isAcknowledged(job, run, settings))) return undefined
  const notes = [alert, paused].filter((note) => note !== undefined)
  return textOf(run, { time: timesOf(job, zone()), notes })
}

/** Records the start with the claim. A run that an earlier claim started and did not end is cut off. */
async function begin(options: FiringOptions, job: Job, pending: Pending, { fence }: Claim): Promise<Run> {
  const { jobs, runs, now } = options
  const { id, dueMs, trigger, attempt } = pending
  const startedAtMs = now()
  const isPaused = job.state !== 'active' && !isRequested(pending)
  const refusal = isPaused ? undefined : await options.refusalOf(job)
  const run = await runs.update(job.id, id, (known) => {
    if (known?.state === 'running') {
      return { ...known, fence, state: 'cut-off', endedAtMs: startedAtMs, reason: cutOffReason }
    }
    if (known) return { ...known, fence }
    const begun = { id, jobId: job.id, dueMs, trigger, attempt, fence, startedAtMs, deliveries: [] }
    if (isPaused) return { ...begun, state: 'skipped', endedAtMs: startedAtMs, reason: 'The job was paused.' }
    if (pending.isLate) {
      return { ...begun, state: 'skipped', isTold: true, endedAtMs: startedAtMs, reason: tooLate(pending) }
    }
    if (refusal !== undefined) {
      const isTold = job.refused !== true || trigger === 'manual'
      return { ...begun, state: 'skipped', isRefused: true, isTold, endedAtMs: startedAtMs, reason: refusal }
    }
    return { ...begun, state: 'running' }
  })
  // Due times before the start are part of this run.
  if (run.state === 'running') {
    await jobs.update(job.id, (current) => current && { ...current, cursorMs: Math.max(current.cursorMs, startedAtMs) })
  }
  return run
}

function tooLate({ event }: Pending): string {
  return `Its event (${event?.source}) has waited for a day, because other runs of the job were under way.`
}

async function carryOut(
  { run: runJob, runs, now, logger }: FiringOptions,
  job: Job,
  { begun, pending }: { readonly begun: Run; readonly pending: Pending },
  { fence, signal }: Claim,
): Promise<{ readonly run: Run; readonly isTransient: boolean }> {
  const { id } = begun
  const note = async (noted: Pick<Run, 'sessionId' | 'sources'>) => {
    await runs.update(job.id, id, (current = begun) =>
      current.state === 'running' && current.fence === fence ? { ...current, ...noted } : current,
    )
  }
  const noting: Omit<RunJobOptions, 'signal'> = {
    noteSession: (sessionId) => note({ sessionId }),
    noteSources: (sources) => note({ sources }),
  }
  const outcome = await runJob({ ...pending, job }, { signal, ...noting }).catch((error: unknown): RunOutcome => {
    logger.log('warn', `A scheduled job failed: ${describeError(error)}`, { job: job.id })
    return { status: 'failed', reason: describeError(error) }
  })
  // The run was ended by the loss of the claim, not by a fault of the job. The next claim reports it as cut off.
  if (outcome.status === 'failed') signal.throwIfAborted()
  const run = await runs.update(job.id, id, (current) =>
    current?.state === 'running' && current.fence === fence
      ? { ...current, ...resultOf(outcome), endedAtMs: now() }
      : (current ?? begun),
  )
  return { run, isTransient: outcome.status === 'failed' && outcome.isTransient === true }
}

function resultOf(
  outcome: RunOutcome,
): Pick<Run, 'state' | 'text' | 'isSilent' | 'isStopped' | 'reason' | 'sessionId'> {
  if (outcome.status === 'skipped') return { state: 'skipped', reason: outcome.reason }
  const session = outcome.sessionId === undefined ? {} : { sessionId: outcome.sessionId }
  if (outcome.status === 'failed') return { state: 'failed', reason: outcome.reason.slice(0, mostText), ...session }
  if (outcome.status === 'cut-off') return { state: 'cut-off', reason: outcome.reason, isStopped: true, ...session }
  const text = outcome.text.length > mostText ? `${outcome.text.slice(0, mostText)}…` : outcome.text
  return { state: 'completed', text, ...(outcome.isSilent && { isSilent: true }), ...session }
}
