import {
  type Agent,
  type AgentEvent,
  createAgent,
  createMemoryStore,
  type Message,
  type Run,
  type RunResult,
  type SessionStore,
} from '@hermes/core'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { type WrapServices, withRetry } from '@hermes/transports/wrap'
import { diskIsFull, withFaults } from './failing-store.js'
import { createFaultyEngine } from './faulty-engine.js'
import { createFaultyPlugin } from './faulty-hooks.js'
import { createFaultyModel } from './faulty-model.js'
import { createFaultyTools } from './faulty-tools.js'
import type { ActionPlan, Scenario } from './scenario.js'
import { createWorld, type World } from './world.js'

/** One run with its inputs and observed events. */
export interface RunRecord {
  /** The inputs, in order: `turn 1`. */
  readonly numbers: number[]
  readonly interrupts: string[]
  /** The accepted steers. */
  readonly steers: string[]
  readonly events: AgentEvent[]
  readonly faultsBefore: number
  readonly result: RunResult
}

export interface Simulation {
  readonly world: World
  readonly store: SessionStore
  readonly records: readonly RunRecord[]
  /** The signals passed by the callers. */
  readonly signals: readonly AbortSignal[]
  /** The session resumed by another agent after the last fault: the interrupted turn, and then another one. */
  readonly healed: { readonly resumed: RunResult; readonly next: RunResult }
}

export const sessionId = 's'
export const lastTurn = 99
/** The time limit of hanging tools and models, in virtual milliseconds. */
const patienceMs = 3_600_000

/** Plays a scenario. The caller fakes the timers. */
export async function simulate(scenario: Scenario): Promise<Simulation> {
  const world = createWorld(scenario)
  const store = createMemoryStore()
  const driver = new Driver(world, createFaultyAgent(scenario, world, store))
  for (const [index, plan] of scenario.turns.entries()) {
    const ended = driver.startTurn(index + 1, plan.actions)
    if (!scenario.overlapping) await ended
  }
  await driver.untilQuiet()
  world.isHealed = true
  const other = createAgent({ transport: createFaultyModel(world), model: { id: 'm' }, store })
  const resumed = await other.resume(sessionId).result
  const next = await other.run(`turn ${lastTurn}`, { sessionId }).result
  await Promise.all(world.dawdling)
  return { world, store, records: driver.records, signals: driver.signals, healed: { resumed, next } }
}

/** Each limit has its own timer, so that one that is not stopped is found. */
const retryServices: WrapServices = {
  random: () => 0.5,
  startTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

function createFaultyAgent(scenario: Scenario, world: World, memory: SessionStore): Agent {
  const { storeFault, compression, hooks, maxIterations, retries } = scenario
  const store = withFaults(memory, async (_, number) => {
    await world.wait()
    if (!storeFault || world.isHealed || number < storeFault.at || number >= storeFault.at + storeFault.times) return
    world.faults.push('store/full')
    throw diskIsFull()
  })
  const model = createFaultyModel(world)
  const registry = createToolRegistry(createFaultyTools(world, () => agent))
  const agent = createAgent({
    transport: retries ? withRetry(model, { attempts: 2, canRestart: true, services: retryServices }) : model,
    model: { id: 'm', contextWindow: 50_000 },
    store,
    tools: createToolExecutor({ registry }),
    plugins: [createFaultyPlugin(hooks, world)],
    budget: { maxIterations },
    ...(compression && { contextEngine: createFaultyEngine(compression, world) }),
  })
  return agent
}

/** Acts as the user of the session. */
class Driver {
  readonly records: RunRecord[] = []
  readonly signals: AbortSignal[] = []
  readonly #world: World
  readonly #agent: Agent
  readonly #open = new Set<Promise<void>>()
  readonly #queued = new Map<Run, number[]>()
  #queueNumber = 50

  constructor(world: World, agent: Agent) {
    this.#world = world
    this.#agent = agent
  }

  startTurn(number: number, actions: readonly ActionPlan[]): Promise<void> {
    const controller = new AbortController()
    this.signals.push(controller.signal)
    const run = this.#agent.run(`turn ${number}`, { sessionId, signal: controller.signal })
    return this.#follow(run, { numbers: [number], actions, abort: () => controller.abort(new Error('aborted')) })
  }

  /** Resolves when every run has ended, including queued ones. */
  async untilQuiet(): Promise<void> {
    while (this.#open.size > 0) await Promise.all(this.#open)
  }

  #follow(run: Run, turn: FollowedTurn): Promise<void> {
    const work = this.#read(run, turn).finally(() => this.#open.delete(work))
    this.#open.add(work)
    return work
  }

  async #read(run: Run, { numbers, actions, abort }: FollowedTurn): Promise<void> {
    const record = { numbers, interrupts: [], steers: [], events: [], faultsBefore: this.#world.faults.length }
    const seen: Omit<RunRecord, 'result'> = record
    const left = [...actions]
    /** Acts on an event. Returns `false` to leave the loop. */
    const act = (): boolean => {
      let stays = true
      for (const action of left.filter(({ after }) => after <= seen.events.length)) {
        left.splice(left.indexOf(action), 1)
        if (!this.#act(action.what, run, seen, abort)) stays = false
      }
      return stays
    }
    let patience: NodeJS.Timeout | undefined
    act()
    for await (const event of run) {
      seen.events.push(event)
      patience ??= setTimeout(() => this.#act('interrupt', run, seen, abort), patienceMs)
      if (!act()) break
    }
    const result = await run.result
    clearTimeout(patience)
    this.records.push({ ...seen, result })
  }

  #act(what: ActionPlan['what'], run: Run, record: Omit<RunRecord, 'result'>, abort: () => void): boolean {
    const { interrupts, steers } = record
    switch (what) {
      case 'interrupt':
      case 'redirect':
        interrupts.push(what)
        run.interrupt(what, { keepPartial: what === 'redirect' })
        return true
      case 'abort':
        interrupts.push('aborted')
        abort()
        return true
      case 'leave':
        interrupts.push("The reader of the run's events left early.")
        return false
      case 'steer': {
        const text = `steer ${steers.length + 1} of ${record.numbers[0]}`
        if (run.steer(text)) steers.push(text)
        return true
      }
      case 'queue':
        this.#queue()
        return true
    }
  }

  #queue(): void {
    const number = this.#queueNumber++
    const run = this.#agent.session(sessionId).queue(`turn ${number}`)
    const numbers = this.#queued.get(run)
    if (numbers) {
      numbers.push(number)
      return
    }
    const own = [number]
    this.#queued.set(run, own)
    void this.#follow(run, { numbers: own, actions: [], abort: () => undefined })
  }
}

interface FollowedTurn {
  readonly numbers: number[]
  readonly actions: readonly ActionPlan[]
  readonly abort: () => void
}

/** Returns all stored messages, of any session. */
export async function allMessages(store: SessionStore): Promise<ReadonlyMap<number, Message>> {
  const sessions = await store.sessions.find()
  const logs = await Promise.all(sessions.map(({ id }) => store.messages.load(id)))
  return new Map(logs.flat().map(({ id, message }) => [id, message]))
}
