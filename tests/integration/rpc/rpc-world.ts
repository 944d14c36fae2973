import { createConversations } from '@hermes/conversations'
import { builtInCommands, createCommandTable, hostServices } from '@hermes/conversations/commands'
import { createAgent, createMemoryStore, type SessionStore, silentLogger, type ToolExecutor } from '@hermes/core'
import { createQuestionDesk, type QuestionDesk } from '@hermes/core/questions'
import { createChannelPair } from '@hermes/rpc'
import { type ConnectOptions, connect, type RpcClient } from '@hermes/rpc/client'
import type { RpcEvent } from '@hermes/rpc/schemas'
import {
  createRpcServer,
  type RpcHost,
  type RpcServer,
  type RpcServerOptions,
  type RpcWorkspace,
} from '@hermes/rpc/server'
import { type ScriptedReply, scripted } from '@hermes/testkit'
import { RunningChildren } from '@hermes/tools'

export interface RpcWorldOptions extends Partial<Omit<RpcServerOptions, 'host'>> {
  readonly script?: Iterable<ScriptedReply>
  readonly tools?: (desk: QuestionDesk) => ToolExecutor
  readonly store?: SessionStore
  /** Tracks the sub-agents that `tools` starts. */
  readonly subagents?: RunningChildren
  /** The background processes of each session. Default: none. */
  readonly processes?: Awaited<ReturnType<NonNullable<RpcWorkspace['processes']>>>
  /** Loads skills. Default: there are no skills. */
  readonly preloadSkills?: NonNullable<RpcWorkspace['preloadSkills']>
}

export interface TestClient extends RpcClient {
  readonly events: readonly RpcEvent[]
  /** The text of all deltas. */
  readonly text: string
  readonly types: readonly string[]
}

/** A server with a scripted model, and clients inside the process. */
export interface RpcWorld extends AsyncDisposable {
  readonly server: RpcServer
  readonly store: SessionStore
  readonly desk: QuestionDesk
  connect(options?: Partial<ConnectOptions>): Promise<TestClient>
}

export function createRpcWorld(setup: RpcWorldOptions = {}) {
  const {
    script = [],
    tools,
    store = createMemoryStore(),
    subagents = new RunningChildren(),
    processes = [],
    ...rest
  } = setup
  const { preloadSkills, ...options } = rest
  if (!store.questions) throw new Error('The tests need a store with questions.')
  const desk = createQuestionDesk({ table: store.questions })
  const model = { id: 'large', provider: 'lab', contextWindow: 100_000 }
  const executor = tools?.(desk)
  const agent = createAgent({ transport: scripted(script), model, store, ...(executor && { tools: executor }) })
  const agentFor = async () => ({ agent, model })
  const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'rpc' } } as const
  const host: RpcHost = {
    version: '0.0.0',
    store,
    logger: silentLogger,
    workingDirectory: '/work',
    sender,
    async open({ workingDirectory }) {
      const commands = createCommandTable({
        commands: builtInCommands({
          ...hostServices(
            {
              agentFor,
              store,
              questions: desk,
              approvals: {
                mode: () => 'manual',
                granted: async () => [],
                askAgain: async () => 0,
                isTrusted: () => false,
                trustForGood: async () => undefined,
              },
              environment: { workingDirectory, spawn: () => Promise.reject(new Error('No program runs here.')) },
              processes: { list: () => [], stop: async () => 0 },
              subagents,
              reload: async () => undefined,
              settings: { list: () => [], set: async () => undefined, unset: async () => undefined },
              skills: undefined,
              auxiliary: () => undefined,
              checkpoints: undefined,
              promptSections: [],
              describeTools: async () => [],
              tools: async () => [],
              tokenCounter: async () => ({ name: 'words', count: (text) => text.split(' ').length }),
              describeModels: async () => [{ provider: 'lab', models: ['large'] }],
              modelAliases: () => ({}),
              ownModel: () => undefined,
            },
            { source: 'rpc', workingDirectory, version: '0.0.0' },
          ),
        }),
      })
      return {
        workingDirectory,
        conversations: createConversations({ store, agentFor, questions: desk, commands }),
        commands,
        questions: desk,
        agentFor,
        canAllowForGood: () => false,
        allowForGood: async () => undefined,
        models: async () => [{ model: 'large', provider: 'lab' }],
        tools: async () => [{ name: 'look', toolset: 'test', isEnabled: true }],
        settings: async () => [{ name: 'model.default', value: 'large' }],
        subagents,
        processes: async () => processes,
        stopProcesses: async () => 0,
        reload: async () => false,
        ...(preloadSkills && { preloadSkills }),
        [Symbol.asyncDispose]: async () => undefined,
      }
    },
  }
  const server = createRpcServer({ host, ...options })
  const world: RpcWorld = {
    server,
    store,
    desk,
    async connect(clientOptions = {}) {
      const [near, far] = createChannelPair()
      void server.serve(far)
      return connectTo(near, clientOptions)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await desk[Symbol.asyncDispose]()
    },
  }
  return world
}

/** Connects a client that keeps all events. */
export async function connectTo(
  channel: Parameters<typeof connect>[0],
  options: Partial<ConnectOptions> = {},
): Promise<TestClient> {
  const events: RpcEvent[] = []
  const client = await connect(channel, {
    name: 'test',
    ...options,
    onEvent: (event) => {
      events.push(event)
      options.onEvent?.(event)
    },
  })
  return {
    ...client,
    events,
    get text() {
      return textIn(events)
    },
    get types() {
      return events.map(({ type }) => type)
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  }
}

export function textIn(events: readonly RpcEvent[]): string {
  return events.map((event) => (event.type === 'message.delta' ? event.payload.text : '')).join('')
}
