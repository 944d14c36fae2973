import { HermesError, type JsonObject } from '@hermes/core'
import { createCleanup } from '@hermes/safety'
import { createJobBook, type Delivery } from '@hermes/scheduler'
import { createSqliteStore } from '@hermes/state'
import type { Scenario, ScenarioEvent } from './scenario.js'
import { settle } from './settle.js'
import { createStubAgent } from './stub-agent.js'
import { createVirtualClock } from './virtual-clock.js'
import { createVirtualScheduler } from './virtual-scheduler.js'

/** Runs a scenario on a store at `path`. */
export async function simulate(scenario: Scenario, path: string): Promise<JsonObject> {
  const { zone, startMs, endMs } = scenario
  const clock = createVirtualClock(startMs)
  const names = new Map<string, string>()
  const durations = new Map<string, number>()
  const agent = createStubAgent(clock, (id) => durations.get(id) ?? 0)
  const deliveries: JsonObject[] = []
  const delivery: Delivery = {
    serves: () => true,
    async send({ job, run }) {
      deliveries.push({ job: names.get(job.id) ?? job.id, dueAt: iso(run.dueMs), at: iso(clock.now()) })
      return undefined
    },
  }

  await using opened = createCleanup()
  const open = async () => opened.use(await createSqliteStore({ path, synchronous: 'NORMAL' }))
  const store = await open()
  const book = createJobBook({ store, zone, onChange: wakeAll, services: { now: clock.now } })
  const schedulers = [store]
  while (schedulers.length < scenario.schedulers) schedulers.push(await open())
  const all = schedulers.map((own) =>
    createVirtualScheduler({ store: own, clock, run: agent.run, deliveries: [delivery] }),
  )
  function wakeAll() {
    for (const scheduler of all) scheduler.wake()
  }
  const rest = () => settle({ schedulers: all, agent, store })

  const ids = new Map<string, string>()
  for (const { id, schedule, runMs } of scenario.jobs) {
    const job = await book.add({ schedule, task: { prompt: id }, createdBy: 'person' })
    ids.set(id, job.id)
    names.set(job.id, id)
    durations.set(job.id, runMs)
  }

  async function apply(event: ScenarioEvent): Promise<void> {
    if (event.do === 'set-clock') return clock.set(event.toMs)
    if ('job' in event) {
      const id = ids.get(event.job) ?? event.job
      await book[event.do](id).catch((error: unknown) => {
        // A job that is done cannot be paused, a job whose only time has passed cannot be resumed, and a running job
        // cannot be run.
        if (!HermesError.is(error) || !/^schedule\/(job|running)$/.test(error.code)) throw error
      })
      return
    }
    const chosen = event.scheduler === undefined ? all : all.slice(event.scheduler, event.scheduler + 1)
    for (const scheduler of chosen) scheduler[event.do]()
  }

  for (const scheduler of all) scheduler.start()
  await rest()
  const events = [...scenario.events]
  for (;;) {
    const timerMs = clock.nextTimerMs() ?? Number.POSITIVE_INFINITY
    const event = events[0]
    const eventMs = event?.atMs ?? Number.POSITIVE_INFINITY
    const isEvent = event !== undefined && eventMs <= timerMs
    const nextMs = isEvent ? eventMs : timerMs
    if (nextMs > endMs) break
    if (isEvent) {
      clock.moveTo(nextMs)
      events.shift()
      await apply(event)
    } else clock.moveTo(nextMs)
    await rest()
  }
  clock.moveTo(endMs)
  await rest()
  for (const scheduler of all) scheduler.stop()
  await rest()
  while (agent.working > 0) {
    clock.moveTo(clock.nextTimerMs() ?? clock.now())
    await rest()
  }
  for (const scheduler of all) await scheduler.ended()
  return {
    runs: agent.runs.map(({ jobId, dueMs, startedMs, endedMs }) => ({
      job: names.get(jobId) ?? jobId,
      dueAt: iso(dueMs),
      startedAt: iso(startedMs),
      endedAt: iso(endedMs),
    })),
    deliveries,
  }
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
