// A program that works on several sessions at once and kills itself, without any warning, at the moment that it is told. A
// process of its own: Node runs it as it stands, on the built packages.
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
  /** Each effect of a tool is a line in this file. */
  readonly effectsPath: string
  /** Each message that was shown is a line in this file. */
  readonly shownPath: string
  readonly seeds: readonly number[]
  /** Goes on with what another process has left. */
  readonly resumes: boolean
  /** The process ends at this point of all that it passes; 0: it lives. */
  readonly killAt: number
}

export interface WorkerReport {
  readonly outcomes: Readonly<Record<string, string>>
  /** How many points were passed: something was shown, written or done. */
  readonly points: number
  /** What still keeps the process from ending. */
  readonly resources: readonly string[]
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '')
let points = 0

/** Something happens here, and the process may end. */
function pass(): void {
  points += 1
  if (points === options.killAt) process.kill(process.pid, 'SIGKILL')
}

async function main(): Promise<WorkerReport> {
  const outcomes: Record<string, string> = {}
  {
    // What a kill takes is what `NORMAL` promises to keep; power cuts are no matter here.
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

/** What is still open when everything that is being closed has had its time. */
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
