import type { RunJob } from '@hermes/scheduler'
import type { VirtualClock } from './virtual-clock.js'

/** An agent that takes a fixed time for each job and records when it ran. */
export interface StubAgent {
  readonly run: RunJob
  readonly runs: readonly StubRun[]
  /** Number of runs that wait for the clock. */
  readonly working: number
}

export interface StubRun {
  readonly jobId: string
  readonly dueMs: number
  readonly startedMs: number
  readonly endedMs: number
}

export function createStubAgent(clock: VirtualClock, durationOf: (jobId: string) => number): StubAgent {
  const runs: StubRun[] = []
  let working = 0
  return {
    runs,
    get working() {
      return working
    },
    async run({ job, dueMs }) {
      const startedMs = clock.now()
      const durationMs = durationOf(job.id)
      if (durationMs > 0) {
        working += 1
        await new Promise<void>((resolve) => clock.startTimer(resolve, durationMs))
        working -= 1
      }
      runs.push({ jobId: job.id, dueMs, startedMs, endedMs: clock.now() })
      return { status: 'completed', text: 'done' }
    },
  }
}
