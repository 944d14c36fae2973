import {
  type AgentOptions,
  createAgent,
  createMemoryStore,
  type Message,
  type SessionStore,
  type Tool,
} from '@hermes/core'
import { type ScriptedReply, scripted } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { type StoreFault, withFaults } from './failing-store.js'

export interface EffectsAgentOptions extends Partial<AgentOptions> {
  readonly fault?: StoreFault
  /** The store. Default: a new one. */
  readonly memory?: SessionStore
}

/** Creates an agent with the real executor, whose tools record the calls that they performed. */
export function createEffectsAgent(replies: Iterable<ScriptedReply>, options: EffectsAgentOptions = {}) {
  const { fault = () => undefined, memory = createMemoryStore(), ...rest } = options
  const effects: string[] = []
  const transport = scripted(replies)
  const registry = createToolRegistry([toTool('look', 'read', effects), toTool('send', 'once', effects)])
  const tools = createToolExecutor({ registry })
  const store = withFaults(memory, fault)
  return { agent: createAgent({ transport, model: { id: 'm' }, store, tools, ...rest }), memory, transport, effects }
}

function toTool(name: string, effect: Tool['effect'], effects: string[]): Tool {
  return {
    name,
    effect,
    description: `${name}.`,
    toolset: 'test',
    parameters: { type: 'object' },
    concurrency: 'safe',
    async run(_, { callId }) {
      effects.push(callId)
      return `${name} ${callId}: done`
    },
  }
}

/** Returns the stored history of a session. */
export async function historyOf(store: SessionStore, id = 's'): Promise<readonly Message[]> {
  return (await store.messages.load(id)).map(({ message }) => message)
}
