import type { Agent, Tool } from '@hermes/core'
import {
  BackgroundChildren,
  type ChildRequest,
  childIdentity,
  createChildLedger,
  type DelegateLimits,
  delegateTools,
  reportChildren,
  toolsForChild,
} from '@hermes/tools/delegate'
import type { AgentSetup, CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { childModels } from './child-models.js'
import { otherAgents } from './other-agents.js'

type DelegationSettings = Config['delegation'] & { readonly agents: Config['acp_agents'] }

/** Creates `delegate_task`. Its agents share the store, the gate and the environment of the delegating agent. */
export const createDelegation: CreateFeature<DelegationSettings> = async ({
  settings,
  surface,
  store,
  logger,
  environment,
  variables,
  subagents,
  packages,
}) => {
  const ledger = createChildLedger({ store, logger })
  const background = new BackgroundChildren(ledger, ({ goal, status }) =>
    surface.tell?.(`Background task ${status}: ${goal} (your next message tells the model)`),
  )

  const { workingDirectory } = environment
  const programs = otherAgents({ agents: settings.agents, workingDirectory, variables, logger, packages })

  function toolsFor(parent: AgentSetup): readonly Tool[] {
    const modelFor = childModels(parent)
    const prompt = [childIdentity, ...parent.prompt.filter(({ id }) => id !== childIdentity.id)]

    /** Returns the delegation tools for an agent with `parentTools`. */
    const handOn = (parentTools: () => readonly Tool[], canLeave = false): readonly Tool[] =>
      delegateTools({
        agentFor: ({ agent, ...request }, run) =>
          agent === undefined ? childAgent(parentTools(), request) : programs.open(agent, parent, run),
        others: programs.list,
        limits: toLimits(settings),
        session: { workingDirectory },
        ledger,
        running: subagents,
        ...(canLeave && { background }),
      })

    async function childAgent(parentTools: readonly Tool[], request: ChildRequest): Promise<Agent> {
      const own = toolsForChild(
        parentTools,
        { ...defaultToolsets(settings), ...request },
        parent.toolsets.toolsetOptions,
      )
      const isOrchestrator = request.role === 'orchestrator' && settings.orchestrator_enabled
      const tools = isOrchestrator ? [...own, ...handOn(() => own)] : own
      return parent.openChild({ main: await modelFor(request.model), tools, prompt, ephemeral: parent.ephemeral })
    }

    return handOn(parent.tools, surface.keepsRunning)
  }

  return {
    ...reportChildren({ ledger, background }),
    name: 'delegation',
    isForConversations: true,
    toolsFor,
    isBusy: () => !background.isEmpty,
    async [Symbol.asyncDispose]() {
      await background[Symbol.asyncDispose]()
      await programs[Symbol.asyncDispose]()
    },
  }
}

function defaultToolsets({ default_toolsets: toolsets }: DelegationSettings): Pick<ChildRequest, 'toolsets'> {
  return toolsets ? { toolsets } : {}
}

function toLimits(settings: DelegationSettings): Partial<DelegateLimits> {
  const idleMs = settings.child_timeout_seconds * 1000
  return {
    maxConcurrent: settings.max_concurrent_children,
    maxDepth: settings.max_spawn_depth,
    maxIterations: settings.max_iterations,
    ...(idleMs > 0 && { idleMs, toolIdleMs: idleMs }),
  }
}
