import type { Agent, Plugin, SessionStore, Tool, Transport } from '../packages/core/dist/index.js'
import { firstInput, model, noteResult, noteTool, system } from './conversation.ts'

export interface ProductOptions {
  readonly baseUrl: string
  /** The length of a tool result in characters. */
  readonly resultLength?: number
  /** The store. Default: in memory. */
  readonly store?: SessionStore
  /** The plugins. Default: none. */
  readonly plugins?: readonly Plugin[]
}

/**
 * Creates the product as an app wires it: retries, tool executor, context engine. Imported here, so that no floor pays for
 * it.
 */
export async function createProduct({ baseUrl, resultLength = 64, store, plugins }: ProductOptions): Promise<Agent> {
  const { createAgent } = await import('../packages/core/dist/index.js')
  const { createToolExecutor, createToolRegistry } = await import('../packages/tools/dist/index.js')
  const { createSlidingWindow } = await import('../packages/compressor/dist/index.js')
  return createAgent({
    transport: await createProductTransport(baseUrl),
    model: { id: model, contextWindow: 10_000_000 },
    tools: createToolExecutor({ registry: createToolRegistry([createNote(resultLength)]) }),
    contextEngine: createSlidingWindow(),
    prompt: [{ id: 'identity', content: () => system }],
    budget: { maxIterations: 0 },
    ...(store && { store }),
    ...(plugins && { plugins }),
  })
}

/**
 * Creates live conversations.
 * @returns a function that runs a turn in a new conversation and reads all of its events.
 */
export async function createProductConversations(options: ProductOptions): Promise<() => Promise<string>> {
  const { createMemoryStore } = await import('../packages/core/dist/index.js')
  const { createConversations } = await import('../packages/conversations/dist/index.js')
  const store = options.store ?? createMemoryStore()
  const agent = await createProduct({ ...options, store })
  const chosen = { agent, model: { id: model, provider: 'bench' } }
  const conversations = createConversations({ store, agentFor: async () => chosen })
  const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'api' } } as const
  return async () => {
    const conversation = await conversations.open({ seed: { source: 'bench' } })
    const controller = new AbortController()
    const events = conversation.events({ signal: controller.signal })
    const submission = conversation.submit({ content: firstInput }, sender)
    for await (const event of events) if (event.type === 'turn-done') break
    controller.abort()
    const end = await submission.ended
    if (end.status !== 'turn' || end.result.outcome.status === 'failed')
      throw new Error(`The turn ended as ${end.status}.`)
    return end.result.finalResponse
  }
}

export async function createProductTransport(baseUrl: string): Promise<Transport> {
  const { createOpenAIChatTransport } = await import('../packages/transports/dist/openai-chat/index.js')
  const { withRetry } = await import('../packages/transports/dist/wrap/index.js')
  return withRetry(createOpenAIChatTransport({ baseUrl: `${baseUrl}/v1` }), { canRestart: true })
}

export async function createProductStore(path: string, synchronous: 'FULL' | 'NORMAL'): Promise<SessionStore> {
  const { createSqliteStore } = await import('../packages/state/dist/index.js')
  return createSqliteStore({ path, synchronous })
}

/** Runs one turn and reads all of its events. */
export async function takeTurn(agent: Agent, input = firstInput): Promise<string> {
  const run = agent.run(input)
  for await (const event of run) {
    if (event.type === 'turn-end' && event.outcome.status === 'failed') throw event.outcome.error
  }
  return (await run.result).finalResponse
}

function createNote(resultLength: number): Tool {
  return {
    ...noteTool,
    toolset: 'bench',
    effect: 'read',
    concurrency: 'safe',
    run: async (args) => noteResult(args, resultLength),
  }
}
