// A worker with a small window, so that it compresses often. It kills itself without warning at a given moment. Runs as
// a separate Node process on the built packages.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createCompressor, sectionNames } from '@hermes/compressor'
import { type ContextEngine, createAgent, type SessionStore, type Transport } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'

export interface WorkerOptions {
  readonly databasePath: string
  readonly steps: number
  /** The checkpoint at which the process ends; 0: never. */
  readonly killAt: number
  /** The time in milliseconds after which the process ends; 0: never. */
  readonly killAfterMs: number
}

const options: WorkerOptions = JSON.parse(process.argv[2] ?? '')
let points = 0

/** Passes a checkpoint at which the process may end. */
function pass(): void {
  points += 1
  if (points === options.killAt) process.kill(process.pid, 'SIGKILL')
}

// On another thread, because this one may be inside a transaction.
function killLater(ms: number): void {
  const code = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms}); process.kill(process.pid, 'SIGKILL')`
  new Worker(code, { eval: true }).unref()
}

function createModel(): Transport {
  let step = 0
  const usage = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }
  return {
    id: 'inner',
    apiMode: 'chat_completions',
    async *stream() {
      step += 1
      const call = {
        id: `c${step}`,
        type: 'function',
        function: { name: 'work', arguments: `{"step":${step}}` },
      } as const
      if (step > options.steps)
        yield { type: 'finish', message: { role: 'assistant', content: 'Done.' }, reason: 'stop', usage }
      else
        yield {
          type: 'finish',
          message: { role: 'assistant', content: null, tool_calls: [call] },
          reason: 'tool-calls',
          usage,
        }
    },
  }
}

function createEngine(): ContextEngine {
  const engine = createCompressor({
    protectLast: 4,
    async summarize() {
      pass()
      await turnOfTheLoop()
      return sectionNames.map((name) => `## ${name}\nWork goes on.`).join('\n\n')
    },
  })
  return {
    ...engine,
    // The token counts of the model are made up.
    shouldCompress: ({ measured: _, ...context }) => engine.shouldCompress(context),
    async compress({ measured: _, ...context }, compressOptions) {
      pass()
      const compression = await engine.compress(context, compressOptions)
      pass()
      return compression
    },
  }
}

function withPoints(store: SessionStore): SessionStore {
  return {
    ...store,
    sessions: {
      ...store.sessions,
      async split(...args) {
        pass()
        const split = await store.sessions.split(...args)
        pass()
        return split
      },
    },
  }
}

if (options.killAfterMs > 0) killLater(options.killAfterMs)
{
  // Kills only need the guarantees of `NORMAL`; power failures are not tested here.
  await using store = await createSqliteStore({ path: options.databasePath, synchronous: 'NORMAL' })
  const work = {
    name: 'work',
    effect: 'read',
    description: 'Works.',
    toolset: 'test',
    parameters: { type: 'object', properties: { step: { type: 'number' } } },
    concurrency: 'safe',
    run: async ({ step }: { readonly step: number }) =>
      `step ${step}: ${'all is as it was planned and goes on. '.repeat(60)}`,
  } as const
  const agent = createAgent({
    store: withPoints(store),
    transport: createModel(),
    model: { id: 'm', contextWindow: 6_000 },
    tools: createToolExecutor({ registry: createToolRegistry([work]) }),
    contextEngine: createEngine(),
    budget: { maxIterations: 0 },
  })
  const run = agent.run('Do all the steps.', { sessionId: 's', session: { title: 'Killed' } })
  for await (const event of run) if (event.type.startsWith('compression-')) pass()
  const { outcome } = await run.result
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
}
process.stdout.write(JSON.stringify({ points }))
