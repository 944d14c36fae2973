import { describeError, type Logger, type SessionStore, StoreError, silentLogger } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import type { Delivery } from '../deliver/delivery.js'
import { followDeliveries } from '../deliver/follow-deliveries.js'
import { type AlertText, createIncidents } from '../incidents/incidents.js'
import { type PausedText, usualPausedText } from '../incidents/paused-text.js'
import type { Job } from '../jobs/job.js'
import { createJobTable } from '../jobs/job-table.js'
import { requireStore } from '../jobs/require-store.js'
import { createRunTable } from '../ledger/run-table.js'
import { createDoze } from './doze.js'
import { firingQueue, toPending } from './firing-item.js'
import { handleFiring } from './handle-firing.js'
import { createHeartbeat } from './heartbeat.js'
import { createPass } from './pass.js'
import type { RunJob } from './run-job.js'
import { defaultSettings, type SchedulerSettings } from './settings.js'

export interface SchedulerOptions {
  /** The store. Must have values and a work queue. */
  readonly store: Pick<SessionStore, 'values' | 'queue'>
  readonly run: RunJob
  /**
   * Called when a firing of a job starts. Returns the reason to skip it. The job's targets get one notice until a run
   * takes place again. Default: no firing is skipped.
   */
  readonly refusalOf?: ((job: Job) => Promise<string | undefined>) | undefined
  /**
   * Returns whether this scheduler fires a job. It leaves other jobs to schedulers of other processes. Default: all
   * jobs.
   */
  readonly isFor?: ((job: Job) => boolean) | undefined
  readonly deliveries: readonly Delivery[]
  /** Returns the targets for the results of a job. Default: its own targets. */
  readonly targetsOf?: (job: Job) => Promise<readonly string[]>
  /** The settings. A function is called before each check of the jobs. */
  readonly settings?: Partial<SchedulerSettings> | (() => Promise<Partial<SchedulerSettings>>)
  /**
   * Formats how to inspect a job that fails repeatedly, and how to acknowledge its incident. Default: the number of
   * failures.
   */
  readonly alertText?: AlertText | undefined
  /**
   * Formats how to resume a job that was paused because it failed too often. Default: a sentence that says that it is
   * paused.
   */
  readonly pausedText?: PausedText | undefined
  /** Returns the time zone of schedules that do not specify one, for messages. Default: that of the machine. */
  readonly zone?: (() => string) | undefined
  readonly services?: SchedulerServices
}

/** Dependencies that tests replace for determinism. */
export interface SchedulerServices {
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Calls back once after a delay of real time. Default: `setTimeout`. */
  readonly startTimer?: StartTimer
  /** The logger. Default: silent. */
  readonly logger?: Logger
}

/** Fires the jobs of a store. Any number of schedulers, in any number of processes, may share one store. */
export interface Scheduler {
  /**
   * Fires due jobs until `signal` is aborted, then waits for the running firings. Between due times it sleeps, and
   * checks every 30 seconds for jobs that other processes have changed and for clock changes.
   * @throws {StoreError} when the store fails permanently.
   */
  run(signal: AbortSignal): Promise<void>
  /** Fires the jobs that are due now, and resolves when no firing is left. For callers that run once a minute. */
  tick(signal: AbortSignal): Promise<void>
  /** Works on the firing of one job until it has ended, in this process or another one. */
  finish(jobId: string, signal: AbortSignal): Promise<void>
  /** Checks the jobs at once. Call it when a job was changed in this process. */
  wake(): void
}

const longestSleepMs = 30_000
/** How often `tick` checks whether the firings of other processes have ended, in milliseconds. */
const tickMs = 250
/** Time between attempts while the store is unavailable, in milliseconds. */
const outageMs = 5000

/**
 * Creates a scheduler.
 * @throws {TypeError} when the store has no values or no work queue.
 */
export function createScheduler({ store, run, deliveries, services = {}, ...options }: SchedulerOptions): Scheduler {
  const { values, queue } = requireStore(store)
  const {
    targetsOf = async ({ deliver }: Job) => deliver,
    refusalOf = async () => undefined,
    alertText,
    pausedText = usualPausedText,
    zone = machineZone,
    isFor,
  } = options
  const { now = Date.now, logger = silentLogger, startTimer = realTimer } = services
  const { settings: given = {} } = options
  let current: SchedulerSettings = { ...defaultSettings, ...(typeof given === 'function' ? {} : given) }
  const settings = () => current
  const readSettings = async () => {
    if (typeof given === 'function') current = { ...defaultSettings, ...(await given()) }
  }
  const [jobs, runs] = [createJobTable(values), createRunTable(values)]
  const incidents = createIncidents({ values, now, ...(alertText && { alertText }) })
  const follow = (job: Job) => followDeliveries({ jobs, runs, incidents, deliveries, now }, job)
  const pass = createPass({ jobs, runs, incidents, queue, follow, settings, now, logger, isFor })
  const heartbeat = createHeartbeat(values)
  const doze = createDoze(startTimer)
  let ours: readonly string[] = []

  const lanesOf = (jobId?: string) => (jobId === undefined ? isFor && (() => ours) : () => [jobId])

  const work = (signal: AbortSignal, lanes = lanesOf()) =>
    queue.work(
      firingQueue,
      async (item, claim) => {
        const { jobId, pending } = toPending(item)
        try {
          const texts = { targetsOf, pausedText, zone }
          const parts = { jobs, runs, incidents, run, refusalOf, deliveries, ...texts, settings, now, logger }
          await handleFiring(parts, pending, jobId, claim)
        } finally {
          doze.wake()
        }
      },
      {
        signal,
        concurrency: settings().maxParallel,
        claimMs: settings().claimMs,
        ...(lanes && { lanes }),
      },
    )

  /** Works on the queue only while there are firings, because an idle worker polls. */
  async function loop(signal: AbortSignal, endsWhenIdle: boolean): Promise<void> {
    const ended = () => doze.wake()
    signal.addEventListener('abort', ended, { once: true })
    let worker: Worker | undefined
    try {
      while (!signal.aborted) {
        if (!endsWhenIdle) await heartbeat.beat(now())
        await readSettings()
        const { jobIds, hasFirings, wakeAtMs } = await pass()
        ours = jobIds
        if (hasFirings) worker ??= startWorker(work, signal, doze.wake)
        if (endsWhenIdle && !hasFirings) return
        if (worker && (!hasFirings || worker.hasEnded)) {
          await worker.stop()
          worker = undefined
          if (hasFirings) continue
        }
        await doze.sleep(Math.min(endsWhenIdle ? tickMs : longestSleepMs, Math.max(0, wakeAtMs - now())))
      }
    } finally {
      signal.removeEventListener('abort', ended)
      await worker?.stop()
    }
  }

  return {
    wake: doze.wake,
    tick: (signal) => loop(signal, true),
    async finish(jobId, signal) {
      await readSettings()
      const worker = startWorker((both) => work(both, lanesOf(jobId)), signal, doze.wake)
      try {
        while (!signal.aborted && !worker.hasEnded && (await jobs.get(jobId))?.pending) await doze.sleep(tickMs)
      } finally {
        await worker.stop()
      }
    },
    async run(signal) {
      while (!signal.aborted) {
        try {
          await loop(signal, false)
        } catch (error) {
          const isTransient = StoreError.is(error) && /^(unavailable|full)$/.test(error.kind)
          if (!isTransient || signal.aborted) throw error
          logger.log('warn', `The scheduler is waiting for its store: ${describeError(error)}`)
          await doze.sleep(outageMs)
        }
      }
    },
  }
}

function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

interface Worker {
  readonly hasEnded: boolean
  /** Waits for the running firings. @throws the error that ended the worker. */
  stop(): Promise<void>
}

function startWorker(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal, onEnd: () => void): Worker {
  const idle = new AbortController()
  let hasEnded = false
  const ended = work(AbortSignal.any([signal, idle.signal])).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  void ended.then(() => {
    hasEnded = true
    onEnd()
  })
  return {
    get hasEnded() {
      return hasEnded
    },
    async stop() {
      idle.abort()
      const failure = await ended
      if (failure) throw failure.error
    },
  }
}

function realTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
