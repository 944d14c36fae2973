// Works on several sessions concurrently and kills itself without warning at a given moment.
// Runs as a separate Node process on the built packages.
import { execFile } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Agent, createAgent, type Run, type SessionStore, type Tool } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { effects, taskOf } from './kill-plan.ts'

export interface WorkerOptions {
  readonly baseUrl: string
  readonly databasePath: string
  /** A file with one line per effect of a tool. */
  readonly effectsPath: string
  /** A file with one line per displayed message. */
  readonly shownPath: string
  readonly seeds: readonly number[]
  /** Whether to continue the work of another process. */
  readonly resumes: boolean
  /** The checkpoint at which the process ends; 0: never. */
  readonly killAt: number
}

export interface WorkerReport {
  readonly outcomes: Readonly<Record<string, string>>
  /** The number of checkpoints passed. At each one, something was displayed, written or done. */
  readonly points: number
  /** The open handles that keep the process alive. */
  readonly resources: readonly string[]
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '')
let points = 0

/** Passes a checkpoint at which the process may end. */
function pass(): void {
  points += 1
  if (points === options.killAt) process.kill(process.pid, 'SIGKILL')
}

async function main(): Promise<WorkerReport> {
  const outcomes: Record<string, string> = {}
  {
    // Kills only need the guarantees of `NORMAL`; power failures are not tested here.
    await using store = await createSqliteStore({ path: options.databasePath, synchronous: 'NORMAL' })
    const agent = createWorkerAgent(store)
    await Promise.all(
      options.seeds.map(async (seed) => {
        outcomes[seed] = await work(agent, seed)
      }),
    )
  }
  return { outcomes, points, resources: await lastingResources() }
}

/** Returns the handles still open after everything had time to close. */
async function lastingResources(): Promise<readonly string[]> {
  const open = () => process.getActiveResourcesInfo().filter((resource) => !/^(Pipe|TTY)/.test(resource))
  for (let tries = 0; tries < 1_000 && open().length > 0; tries++) await delay(10)
  return open()
}

async function work(agent: Agent, seed: number): Promise<string> {
  const sessionId = `s${seed}`
  if (options.resumes) {
    const { outcome } = await follow(agent.resume(sessionId))
    const isNew = outcome.status === 'failed' && /not-found|nothing-to-resume/.test(outcome.error.code)
    if (!isNew) return outcome.status === 'failed' ? outcome.error.message : outcome.status
  }
  const { outcome } = await follow(agent.run(taskOf(seed), { sessionId }))
  return outcome.status === 'failed' ? outcome.error.message : outcome.status
}

async function follow(run: Run) {
  for await (const event of run) {
    if (event.type === 'message-end') {
      const { id, message } = event
      appendFileSync(options.shownPath, `${JSON.stringify({ sessionId: run.sessionId, id, message })}\n`)
    }
    pass()
  }
  return run.result
}

function createWorkerAgent(store: SessionStore): Agent {
  const registry = createToolRegistry(Object.entries(effects).map(([name, effect]) => toTool(name, effect)))
  return createAgent({
    store: withPoints(store),
    tools: createToolExecutor({ registry }),
    transport: createOpenAIChatTransport({ baseUrl: options.baseUrl, apiKey: 'any' }),
    model: { id: 'fake-model' },
  })
}

function toTool(name: string, effect: Tool['effect']): Tool<{ readonly id: string }> {
  return {
    name,
    effect,
    description: `Does ${name}.`,
    toolset: 'test',
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    concurrency: name === 'set' ? 'never' : 'safe',
    async run({ id }) {
      pass()
      await turnOfTheLoop()
      if (name === 'shell')
        await promisify(execFile)('/bin/sh', ['-c', 'echo "$1" >> "$2"', 'sh', id, options.effectsPath])
      else appendFileSync(options.effectsPath, `${id}\n`)
      pass()
      await turnOfTheLoop()
      pass()
      return `${name} ${id}: done`
    },
  }
}

function withPoints(store: SessionStore): SessionStore {
  return {
    ...store,
    messages: {
      ...store.messages,
      async append(...args) {
        pass()
        const stored = await store.messages.append(...args)
        pass()
        return stored
      },
    },
  }
}

process.stdout.write(JSON.stringify(await main()))
