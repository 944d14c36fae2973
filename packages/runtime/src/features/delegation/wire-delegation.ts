import type { Agent, Plugin, PromptSection, SessionStore, Tool } from '@hermes/core'
import {
  BackgroundChildren,
  type ChildRequest,
  childIdentity,
  createChildLedger,
  type DelegateLimits,
  delegateTools,
  tellOfChildren,
  toolsForChild,
} from '@hermes/tools/delegate'
import type { EngineFor } from '../../compression/choose-engine.js'
import type { Config } from '../../config/config-schema.js'
import { chooseToolsets } from '../../toolsets/choose-toolsets.js'
import { wireAgent } from '../../wire-agent.js'
import type { WiredTools } from '../../wire-tools.js'
import { type ChildModelsOptions, childModels } from './child-models.js'

export interface WireDelegationOptions extends ChildModelsOptions {
  readonly store: SessionStore
  readonly tools: WiredTools
  /** What the agent of the conversation is told of itself and its surroundings. */
  readonly prompt: readonly PromptSection[]
  readonly engineFor: EngineFor
}

/** Sub-agents as the agent of the conversation has them. Disposing it stops those that still work. */
export interface WiredDelegation extends AsyncDisposable {
  readonly tools: readonly Tool[]
  /** Tells the model of those that have ended since. */
  readonly plugin: Plugin
}

/** `delegate_task`, whose agents have the store, the approval gate and the surroundings of the one that hands on. */
export function wireDelegation(options: WireDelegationOptions): WiredDelegation {
  const { config, surface, store, tools, logger, prompt, engineFor } = options
  const ledger = createChildLedger({ store, logger })
  const background = new BackgroundChildren(ledger, ({ goal, status }) =>
    surface.tell?.(`Background task ${status}: ${goal} (your next message tells the model)`),
  )
  const modelFor = childModels(options)
  const childPrompt = [childIdentity, ...prompt.filter(({ id }) => id !== childIdentity.id)]

  /** The tools with which those who have `parentTools` hand on. */
  const handOn = (parentTools: () => readonly Tool[], canLeave = false): readonly Tool[] =>
    delegateTools({
      agentFor: (request) => childAgent(parentTools(), request),
      limits: toLimits(config),
      session: { workingDirectory: tools.workingDirectory },
      ledger,
      ...(canLeave && { background }),
    })

  async function childAgent(parentTools: readonly Tool[], request: ChildRequest): Promise<Agent> {
    const { toolsetOptions } = chooseToolsets(config, surface)
    const own = toolsForChild(parentTools, { ...defaultToolsets(config), ...request }, toolsetOptions)
    const isOrchestrator = request.role === 'orchestrator' && config.delegation.orchestrator_enabled
    const { config: settings, ...inUse } = await modelFor(request.model)
    return wireAgent(settings, {
      ...inUse,
      tools: tools.executorOf(isOrchestrator ? [...own, ...handOn(() => own)] : own),
      plugins: tools.plugins,
      store,
      logger,
      prompt: childPrompt,
      engineFor,
    })
  }

  return {
    tools: handOn(tools.selected, surface.keepsRunning),
    plugin: tellOfChildren({ ledger, background }),
    [Symbol.asyncDispose]: () => background[Symbol.asyncDispose](),
  }
}

function defaultToolsets({ delegation }: Config): Pick<ChildRequest, 'toolsets'> {
  return delegation.default_toolsets ? { toolsets: delegation.default_toolsets } : {}
}

function toLimits({ delegation }: Config): Partial<DelegateLimits> {
  const idleMs = delegation.child_timeout_seconds * 1000
  return {
    maxConcurrent: delegation.max_concurrent_children,
    maxDepth: delegation.max_spawn_depth,
    maxIterations: delegation.max_iterations,
    ...(idleMs > 0 && { idleMs, toolIdleMs: idleMs }),
  }
}
