import type { Agent, EphemeralContext, PromptSection, SessionStore, Tool, ToolExecutor } from '@hermes/core'
import { promptSectionsOf } from '@hermes/core/wiring'
import { createToolRegistry, extendRegistry, selectTools, type ToolRegistry } from '@hermes/tools'
import type { AgentSetup, Feature } from '../host.js'
import type { ModelInUse } from '../model/models.js'
import type { Config } from '../schema/config-schema.js'
import type { ChosenToolsets } from '../toolsets/choose-toolsets.js'
import { makeAgent } from './make-agent.js'
import { type ExecutorParts, openExecutor } from './open-executor.js'

export interface AgentParts {
  readonly main: ModelInUse
  readonly prompt: readonly PromptSection[]
  /** Context that is added to each request, including those of sub-agents. */
  readonly ephemeral: EphemeralContext
  readonly toolsets: ChosenToolsets
  readonly features: readonly Feature[]
  /** The tools that all agents share. */
  readonly registry: ToolRegistry
  readonly executor: Omit<ExecutorParts, 'contextWindow'>
  readonly store: SessionStore
  readonly modelFor: (config: Config) => Promise<ModelInUse>
}

export interface ComposedAgent {
  readonly agent: Agent
  readonly executor: ToolExecutor
  /** All tools, including those outside the agent's toolsets. */
  readonly registry: ToolRegistry
  /** Returns the tools of the agent's toolsets. */
  selected(): readonly Tool[]
  /** Returns the names of the tools that a feature contributes, including those outside the agent's toolsets. */
  toolsOf(feature: Feature): readonly string[]
  /** The sections of a new session's system prompt, and what its requests add to them. */
  readonly promptSections: readonly PromptSection[]
}

/** Composes an agent from its model, the tools of features, and their hooks. */
export function composeAgent(parts: AgentParts): ComposedAgent {
  const { main, prompt, ephemeral, toolsets, features, store, modelFor } = parts
  const { logger } = parts.executor
  const registry = extendRegistry(parts.registry)
  const selected = () => selectTools(registry.list(), toolsets.toolsets, toolsets.toolsetOptions)
  // The tools of features are in the registry, from which toolsets and delegation select.
  const plugins = features.map(({ tools: _, ...feature }) => feature)
  const forChildren = plugins.filter(({ isForConversations }) => !isForConversations)
  const setup: AgentSetup = {
    main,
    prompt,
    ephemeral,
    toolsets,
    modelFor,
    gate: parts.executor.gate,
    tools: selected,
    openChild: (child) =>
      makeAgent({
        ...child,
        tools: openExecutor({ registry: createToolRegistry(child.tools) }, () => child.tools, {
          ...parts.executor,
          contextWindow: child.main.model.contextWindow,
        }),
        plugins: forChildren,
        store,
        logger,
      }),
  }
  const own = new Map(features.map((feature) => [feature, feature.toolsFor?.(setup) ?? []]))
  for (const tool of [...own.values()].flat()) registry.register(tool)
  const executor = openExecutor({ registry, ...toolsets }, selected, {
    ...parts.executor,
    contextWindow: main.model.contextWindow,
  })
  return {
    agent: makeAgent({ main, prompt, ephemeral, tools: executor, plugins, store, logger }),
    executor,
    registry,
    selected,
    toolsOf: (feature) =>
      [...(feature.tools ?? []), ...(feature.source?.list() ?? []), ...(own.get(feature) ?? [])].map(
        ({ name }) => name,
      ),
    promptSections: [
      ...promptSectionsOf({ prompt, tools: executor, plugins: features, logger }),
      { id: 'instructions', content: ephemeral.system ?? '' },
    ],
  }
}
