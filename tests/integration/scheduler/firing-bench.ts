import type { SessionStore } from '@hermes/core'
import {
  createJobBook,
  createScheduler,
  type Delivery,
  type Job,
  type JobBook,
  type NewJob,
  type RunOutcome,
  type Scheduler,
  type SchedulerOptions,
  type SchedulerSettings,
} from '@hermes/scheduler'
import { afterEach, beforeEach } from 'vitest'

export const minuteMs = 60_000
export const startMs = Date.parse('2026-01-01T00:00:30Z')
export const never = new AbortController().signal

/** Schedulers over a store, with a clock that tests set. */
export interface FiringBench {
  store: SessionStore
  nowMs: number
  /** The firings so far: `00:10 schedule`. */
  readonly fired: string[]
  /** The deliveries so far: `00:10 done`. */
  sent: string[]
  outcome: () => RunOutcome | Promise<RunOutcome>
  refusal: string | undefined
  networkState: () => 'waiting' | 'delivered' | 'unknown'
  book(): JobBook
  /** Creates a scheduler. All of them share the store. */
  scheduler(options?: Partial<SchedulerOptions>): Scheduler
  add(schedule: string, more?: Partial<NewJob>): Promise<Job>
  /** Runs a tick. @param minutes The time after the start. */
  tickAt(minutes: number, settings?: Partial<SchedulerSettings>): Promise<void>
}

/** Opens a bench for each test. No delivery serves the target `nowhere`. */
export function openFiringBench(open: () => Promise<SessionStore>): FiringBench {
  const delivery: Delivery = {
    serves: (target) => target !== 'nowhere',
    async send({ text, run }) {
      bench.sent.push(`${time(run.dueMs)} ${text}`)
      return bench.networkState() === 'waiting' ? { where: 'net:1', messageIds: [run.id] } : undefined
    },
    follow: async () => bench.networkState(),
  }
  const fresh = () => ({
    nowMs: startMs,
    fired: [],
    sent: [],
    outcome: () => ({ status: 'completed', text: 'done' }) as const,
    refusal: undefined,
    networkState: () => 'delivered' as const,
  })
  const bench: FiringBench = {
    ...fresh(),
    get store(): SessionStore {
      throw new TypeError('The store is opened before each test.')
    },
    book: () => createJobBook({ store: bench.store, zone: 'UTC', services: { now: () => bench.nowMs } }),
    scheduler: (options = {}) =>
      createScheduler({
        store: bench.store,
        deliveries: [delivery],
        refusalOf: async () => bench.refusal,
        services: { now: () => bench.nowMs },
        zone: () => 'UTC',
        async run({ dueMs, trigger }) {
          bench.fired.push(`${time(dueMs)} ${trigger}`)
          return bench.outcome()
        },
        ...options,
      }),
    add: (schedule, more = {}) =>
      bench.book().add({ schedule, task: { prompt: 'Look.' }, createdBy: 'person', ...more }),
    async tickAt(minutes, settings = {}) {
      bench.nowMs = startMs + minutes * minuteMs
      await bench.scheduler({ settings }).tick(never)
    },
  }
  beforeEach(async () => {
    Object.defineProperty(bench, 'store', { value: await open(), configurable: true })
    Object.assign(bench, fresh())
  })
  afterEach(() => bench.store[Symbol.asyncDispose]())
  return bench
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16)
}
