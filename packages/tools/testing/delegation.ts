import {
  type Agent,
  type AgentEvent,
  type AgentOptions,
  createAgent,
  createMemoryStore,
  type Run,
  type SessionStore,
  type SubagentRunEvent,
  type Tool,
  textOf,
} from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import { type ScriptedReply, type ScriptedTransport, scripted } from '@hermes/testkit'
import {
  BackgroundChildren,
  type ChildRequest,
  createChildLedger,
  type DelegateToolsOptions,
  delegateTools,
  reportChildren,
} from '../src/delegate/index.js'
import { createToolExecutor } from '../src/executor/executor.js'
import { createToolRegistry } from '../src/registry/registry.js'
import { RunningChildren } from '../src/running-children/running-children.js'

export interface DelegationSetup extends Pick<DelegateToolsOptions, 'limits' | 'services' | 'running'> {
  /** The replies of the parent's model. */
  readonly parent: Iterable<ScriptedReply>
  /** The replies of each child's model, in the order of requests. */
  readonly children?: readonly Iterable<ScriptedReply>[]
  /** Replaces `children`. */
  readonly agentFor?: (request: ChildRequest, store: SessionStore) => Agent
  /** The tools of children. */
  readonly childTools?: readonly Tool[]
  readonly budget?: AgentOptions['budget']
  readonly store?: SessionStore
  readonly hasBackground?: boolean
  /** Plugin hooks of the parent's agent. */
  readonly hooks?: Hooks
}

/** An agent that can delegate tasks, with everything it makes observable. */
export function createDelegation(setup: DelegationSetup) {
  const {
    limits = {},
    services = {},
    childTools = [],
    store = createMemoryStore(),
    running = new RunningChildren(),
  } = setup
  const asked: ChildRequest[] = []
  const transports: ScriptedTransport[] = []
  const scriptedChild = (): Agent => {
    const transport = scripted(setup.children?.[transports.length] ?? [])
    transports.push(transport)
    return createAgent({ transport, model: { id: 'child' }, store, tools: executorOf(childTools) })
  }
  const ledger = createChildLedger({ store })
  const background = new BackgroundChildren(ledger)
  const tools = delegateTools({
    limits,
    services,
    ledger,
    running,
    ...(setup.hasBackground && { background }),
    agentFor(request) {
      asked.push(request)
      return setup.agentFor?.(request, store) ?? scriptedChild()
    },
  })
  const transport = scripted(setup.parent)
  const agent = createAgent({
    transport,
    model: { id: 'parent' },
    store,
    tools: executorOf(tools),
    plugins: [reportChildren({ ledger, background }), { name: 'test', hooks: setup.hooks ?? {} }],
    ...(setup.budget && { budget: setup.budget }),
  })
  return { agent, transport, transports, store, asked, ledger, background, running, tools }
}

export function executorOf(tools: readonly Tool[]) {
  return createToolExecutor({ registry: createToolRegistry(tools) })
}

/** All events of a run, and the results of its calls as JSON. */
export async function follow(run: Run) {
  const events: AgentEvent[] = []
  for await (const event of run) events.push(event)
  const result = await run.result
  const contents = result.messages.flatMap((message) => (message.role === 'tool' ? [textOf(message.content)] : []))
  return { events, result, contents, nested: events.filter((event) => event.type === 'subagent-event') }
}

/** The event types of children, with the goal of each. */
export function nestedTypes(events: readonly SubagentRunEvent[]): readonly string[] {
  return events.map(({ goal, event }) => `${goal}: ${event.type}`)
}
