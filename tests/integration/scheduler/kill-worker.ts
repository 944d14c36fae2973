// Fires jobs every minute of a clock that runs 600 times faster, and is killed without warning at a given moment.
// Runs as a separate Node process on the built packages.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createJobBook, createScheduler } from '@hermes/scheduler'
import { open, type Place } from '../place.ts'

export interface WorkerOptions {
  readonly place: Place
  /** A file with one line per effect: `start|end|result|notice`, and the id of the run. */
  readonly logPath: string
  /**
   * The checkpoint at which the process dies. If even, it dies there; otherwise, its parent kills or stops it soon afterwards. 0: it pauses
   * the jobs and ends.
   */
  readonly killAt: number
  readonly claimMs: number
  /** How long a run takes. */
  readonly runMs: number
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '')
const speed = 600
const startMs = Date.parse('2026-01-01T00:00:00Z')
const now = () => startMs + (Date.now() % 86_400_000) * speed
let points = 0

/** Passes a checkpoint at which the process may end, or ask its parent to kill it in the middle of what follows. */
function pass(): void {
  points += 1
  if (points !== options.killAt) return
  if (points % 2 === 0) process.kill(process.pid, 'SIGKILL')
  else process.stdout.write('.')
}

const log = (effect: string, id: string) => appendFileSync(options.logPath, `${effect} ${id}\n`)

await using store = await open(options.place)
const scheduler = createScheduler({
  store,
  settings: { keptRuns: 100_000, failuresToPause: 0, claimMs: options.claimMs },
  services: {
    now,
    startTimer(callback, delayMs) {
      const timer = setTimeout(callback, delayMs / speed)
      return () => clearTimeout(timer)
    },
  },
  deliveries: [
    {
      serves: () => true,
      async send({ kind, run }) {
        pass()
        log(kind, run.id)
        pass()
        return undefined
      },
    },
  ],
  async run({ id }) {
    log('start', id)
    pass()
    await delay(options.runMs)
    pass()
    log('end', id)
    return { status: 'completed', text: 'done' }
  },
})
const book = createJobBook({ store, zone: 'UTC', onChange: scheduler.wake, services: { now } })
const stop = new AbortController()
const ended = scheduler.run(stop.signal)
if (options.killAt > 0) await ended
await delay(500)
for (const { id } of await book.list()) await book.pause(id)
while ((await book.list()).some(({ pending }) => pending !== undefined)) await delay(20)
stop.abort()
await ended
